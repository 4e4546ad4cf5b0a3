// Colin M. L. Burnett's pieces, as chessground ships them.

import css from '@lichess-org/chessground/assets/chessground.cburnett.css?inline';

export default css;

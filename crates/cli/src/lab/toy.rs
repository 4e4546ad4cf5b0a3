//! `plywise lab toy`: minimax and alpha-beta on trees of numbers.

use clap::Args;
use lab::toy::{Knights, Noughts, NumberTree, Player, Story, TreeError, alpha_beta, minimax};

use crate::arguments::number;
use crate::failure::{Failure, print};

/// Search a tree of numbers step by step, and see what is never looked at
#[derive(Args)]
pub(crate) struct Toy {
    /// A tree such as '((3 5) (2 9))', or one of the games 'knights' and 'noughts'
    #[arg(allow_hyphen_values = true)]
    tree: String,
    /// The player at the root wants a large number (the default, except for 'knights')
    #[arg(long, conflicts_with = "min")]
    max: bool,
    /// The player at the root wants a small number (the default for 'knights')
    #[arg(long)]
    min: bool,
    /// Lines to show of the picture and of the steps, from 1 to 1000000
    #[arg(long, value_name = "LINES", value_parser = limit, allow_negative_numbers = true, default_value = "200")]
    #[arg(conflicts_with = "json")]
    limit: usize,
    /// Print a JSON object for programs to read
    #[arg(long)]
    json: bool,
}

/// What may stand for the tree instead of numbers in brackets.
const GAMES: &str = "or one of the games 'knights', 'noughts'";

fn limit(text: &str) -> Result<usize, String> {
    number(text, 1..=1_000_000).map(|lines| lines as usize)
}

impl Toy {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let player = if self.min { Player::Min } else { Player::Max };
        let refuse = |sentence: &str| Err(Failure::WrongUse(sentence.to_owned()));
        let (tree, player) = match self.tree.trim() {
            "noughts" if self.min => {
                return refuse(
                    "'noughts' begins with crosses, who want a large number; leave out --min",
                );
            }
            "noughts" => return noughts(self.json),
            // As in the report Black begins, who wants a small number, unless somebody says --max.
            "knights" => {
                let player = if self.max { Player::Max } else { Player::Min };
                match NumberTree::unfold(&Knights::begun_by(player)) {
                    Some(tree) => (tree, player),
                    None => return Err(Failure::Failed("the game is too long to show".to_owned())),
                }
            }
            text => {
                let tree = text.parse();
                let refuse = |error: TreeError| Failure::WrongUse(format!("{error}, {GAMES}"));
                (tree.map_err(refuse)?, player)
            }
        };
        let story = Story::new(tree, player);
        print(&if self.json { story.json() } else { story.text(self.limit) })
    }
}

/// Half a million positions: the counts only.
fn noughts(json: bool) -> Result<(), Failure> {
    let board = Noughts::new();
    let full = minimax(&board, Player::Max);
    let cut = alpha_beta(&board, Player::Max, &mut |_, _| {});
    print(&if json {
        format!(
            "{{\"value\": {}, \"minimax\": {{\"nodes\": {}, \"leaves\": {}}}, \
             \"alpha_beta\": {{\"nodes\": {}, \"leaves\": {}}}}}\n",
            full.value, full.nodes, full.leaves, cut.nodes, cut.leaves
        )
    } else {
        format!(
            "Noughts and crosses from the empty board to the end of every game.\n\
             minimax:    {}, {} positions, {} games\n\
             alpha-beta: {}, {} positions, {} games\n",
            full.value, full.nodes, full.leaves, cut.value, cut.nodes, cut.leaves
        )
    })
}

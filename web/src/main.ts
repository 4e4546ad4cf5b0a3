import '@lichess-org/chessground/assets/chessground.base.css';
import './look/tokens.css';
import './look/boards.css';
import './look/base.css';
import './look/controls.css';
import './board/board.css';
import { mount } from 'svelte';
import App from './shell/App.svelte';

const target = document.getElementById('page');
if (!target) throw new Error('index.html has no element for the page');

export default mount(App, { target });

// What a person prefers, kept in this browser.

import { PIECE_SETS, showPieces, type PieceSet } from './look/pieces/sets';

export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['wood', 'green', 'blue', 'slate', 'plum', 'contrast'] as const;
export const MOVE_LAYOUTS = ['columns', 'inline'] as const;
/** How large the board is, as a share of the room there is. */
export const BOARD_SCALE = { least: 0.5, most: 1, step: 0.05 } as const;

interface Kept {
  theme: (typeof THEMES)[number];
  board: (typeof BOARDS)[number];
  pieces: PieceSet;
  coordinates: boolean;
  scale: number;
  /** How the moves of an analysis are set. */
  moves: (typeof MOVE_LAYOUTS)[number];
  sound: boolean;
  lines: number;
  threads: number;
  hash: number;
  arrows: boolean;
  /** Whether the engine of the analysis runs. */
  engine: boolean;
  /** Whether the coach says something about every position that is explored. */
  coach: boolean;
  /** Which engine that is: one of the command line, as it is ordered; our own if empty. */
  analyst: string;
}

const KEY = 'plywise.settings';
const FIRST: Kept = {
  theme: 'system',
  board: 'wood',
  pieces: 'cburnett',
  coordinates: true,
  scale: 1,
  moves: 'columns',
  sound: true,
  lines: 3,
  threads: 1,
  hash: 64,
  arrows: true,
  engine: false,
  coach: false,
  analyst: '',
};
/** The settings that are one of a few words. */
const WORDS: Partial<Record<keyof Kept, readonly string[]>> = {
  theme: THEMES,
  board: BOARDS,
  pieces: PIECE_SETS,
  moves: MOVE_LAYOUTS,
};

function load(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...FIRST, ...sound(kept as Record<string, unknown>) } : { ...FIRST };
  } catch {
    // A browser may refuse storage, and others may have written nonsense.
    return { ...FIRST };
  }
}

/** What of kept settings is still a setting. */
function sound(kept: Record<string, unknown>): Partial<Kept> {
  const names = Object.keys(FIRST) as (keyof Kept)[];
  const good = names.filter((name) => {
    const value = kept[name];
    return typeof value === typeof FIRST[name] && (WORDS[name]?.includes(String(value)) ?? true);
  });
  const found = Object.fromEntries(good.map((name) => [name, kept[name]])) as Partial<Kept>;
  if (found.scale !== undefined) found.scale = boundScale(found.scale);
  return found;
}

/** The nearest size that a board may have. */
export function boundScale(scale: number): number {
  return Number.isFinite(scale) ? Math.min(BOARD_SCALE.most, Math.max(BOARD_SCALE.least, scale)) : BOARD_SCALE.most;
}

export const settings: Kept = $state(load());

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
let systemIsDark = $state(darkSystem.matches);
darkSystem.addEventListener('change', (event) => (systemIsDark = event.matches));

/** Whether the page is dark now. */
export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && systemIsDark);
}

/** Whether things may move on the screen. */
export function mayAnimate(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Keeps settings and looks in step with what is chosen; call once. */
export function followSettings(): void {
  const root = document.documentElement;
  $effect(() => {
    root.dataset['theme'] = isDark() ? 'dark' : 'light';
  });
  // As chessground counts them, so that what lies over the board or next to it ends where it ends.
  const measure = (): void => root.style.setProperty('--pixels', `${8 / window.devicePixelRatio}px`);
  measure();
  window.addEventListener('resize', measure);
  $effect(() => {
    root.dataset['board'] = settings.board;
    root.dataset['pieces'] = settings.pieces;
    root.style.setProperty('--scale', String(settings.scale));
    // Without them a set cannot be drawn; the board still shows the one before.
    showPieces(settings.pieces).catch(() => undefined);
  });
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Then the settings last as long as the page.
    }
  });
}

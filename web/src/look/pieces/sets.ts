// The piece sets to choose from; only the one that is shown is loaded.

export const PIECE_SETS = ['cburnett', 'plain', 'pixel', 'letters', 'contrast'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

export const PIECE_TITLES: Record<PieceSet, string> = {
  cburnett: 'Classic',
  plain: 'Plain',
  pixel: 'Pixel',
  letters: 'Letters',
  contrast: 'High contrast',
};

const LOADERS: Record<PieceSet, () => Promise<{ default: string }>> = {
  cburnett: () => import('./cburnett'),
  plain: () => import('./plain'),
  pixel: () => import('./pixel'),
  letters: () => import('./letters'),
  contrast: () => import('./contrast'),
};

const sheet = new CSSStyleSheet();
let wanted: PieceSet | undefined;

/** Draws all pieces of the page with a set; those before stay until it is there. */
export async function showPieces(set: PieceSet): Promise<void> {
  if (set === wanted) return;
  if (wanted === undefined) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  wanted = set;
  const { default: css } = await LOADERS[set]();
  if (set === wanted) sheet.replaceSync(css);
}

/** The picture of each piece of a set as an address with all its data, by `white king` and so on. */
export async function picturesOf(set: PieceSet): Promise<ReadonlyMap<string, string>> {
  const { default: css } = await LOADERS[set]();
  const rules = css.matchAll(/piece\.(\w+)\.(\w+)\s*\{[^}]*?background-image:\s*url\((["']?)(.*?)\3\)/g);
  return new Map([...rules].map(([, role, color, , address]) => [`${color} ${role}`, address ?? '']));
}

// A position as a picture, with the board and the pieces that are chosen: SVG, and from that everything else.

import { FILES, piecesOf, RANKS, type Color, type Key, type Piece } from '../board/pieces';
import type { Shape } from '../analyse/annotation';
import { BRUSHES } from '../board/arrow';

export interface Scene {
  fen: string;
  orientation: Color;
  lastMove?: readonly string[] | undefined;
  shapes?: readonly Shape[] | undefined;
}

/** Units of a square, and of the margin for coordinates. */
const SQUARE = 45;
const MARGIN = 18;

/** The look of the page at this moment, for pictures made without it. */
export interface Look {
  light: string;
  dark: string;
  last: string;
  paper: string;
  ink: string;
  /** The colour of each brush. */
  pens: ReadonlyMap<string, string>;
  /** The inside of each piece's picture and its size, by `white king` and so on. */
  pieces: ReadonlyMap<string, { inner: string; box: string }>;
}

/** Reads the look off the page. */
export function currentLook(): Look {
  const root = getComputedStyle(document.documentElement);
  const token = (name: string): string => root.getPropertyValue(name).trim();
  const pieces = new Map<string, { inner: string; box: string }>();
  const probe = document.createElement('div');
  probe.className = 'cg-wrap';
  probe.hidden = true;
  document.body.append(probe);
  for (const color of ['white', 'black']) {
    for (const role of ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn']) {
      const piece = document.createElement('piece');
      piece.className = `${role} ${color}`;
      probe.append(piece);
      pieces.set(`${color} ${role}`, unpacked(getComputedStyle(piece).backgroundImage));
    }
  }
  probe.remove();
  return {
    light: token('--square-light'),
    dark: token('--square-dark'),
    last: token('--square-last'),
    paper: token('--paper'),
    ink: token('--ink-soft'),
    // A picture is looked at without the page, and knows no tokens.
    pens: new Map(Object.keys(BRUSHES).map((brush) => [brush, token(`--arrow-${brush}`)])),
    pieces,
  };
}

/** The picture behind `url("data:image/svg+xml…")`. */
function unpacked(background: string): { inner: string; box: string } {
  const [, coding, data = ''] = /^url\(["']?data:image\/svg\+xml(;base64)?[^,]*,(.*?)["']?\)$/s.exec(background) ?? [];
  const text = coding ? atob(data) : decodeURIComponent(data);
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const box = svg.getAttribute('viewBox') ?? `0 0 ${svg.getAttribute('width') ?? SQUARE} ${svg.getAttribute('height') ?? SQUARE}`;
  return { inner: svg.innerHTML, box };
}

/** The picture of a position, this many pixels wide. */
export function boardSvg(scene: Scene, look: Look, size: number): string {
  const whole = 8 * SQUARE + MARGIN;
  const column = (file: number): number => (scene.orientation === 'white' ? file : 7 - file);
  const row = (rank: number): number => (scene.orientation === 'white' ? 7 - rank : rank);
  const at = (square: string): [number, number] => [
    column(FILES.findIndex((file) => square.startsWith(file))) * SQUARE,
    row(Number(square[1]) - 1) * SQUARE,
  ];
  const parts: string[] = [];
  for (let rank = 0; rank < 8; rank++) {
    for (let file = 0; file < 8; file++) {
      const fill = (rank + file) % 2 ? look.light : look.dark;
      parts.push(`<rect x="${column(file) * SQUARE}" y="${row(rank) * SQUARE}" width="${SQUARE}" height="${SQUARE}" fill="${fill}"/>`);
    }
  }
  for (const square of scene.lastMove ?? []) {
    const [x, y] = at(square);
    parts.push(`<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" fill="${look.last}"/>`);
  }
  const letters = `fill="${look.ink}" font-family="sans-serif" font-size="10" text-anchor="middle"`;
  FILES.forEach((name, file) =>
    parts.push(`<text x="${(column(file) + 0.5) * SQUARE}" y="${8 * SQUARE + 12}" ${letters}>${name}</text>`),
  );
  RANKS.forEach((name, rank) =>
    parts.push(`<text x="${8 * SQUARE + 9}" y="${(row(rank) + 0.5) * SQUARE + 3.5}" ${letters}>${name}</text>`),
  );
  const used = new Set<string>();
  for (const [square, piece] of piecesOf(scene.fen) as Map<Key, Piece>) {
    const name = `${piece.color} ${piece.role}`;
    used.add(name);
    const [x, y] = at(square);
    parts.push(`<use href="#${idOf(name)}" x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}"/>`);
  }
  for (const shape of scene.shapes ?? []) parts.push(shapeSvg(shape, look, at));
  const symbols = [...used].map((name) => {
    const { inner = '', box = '' } = look.pieces.get(name) ?? {};
    return `<symbol id="${idOf(name)}" viewBox="${box}">${inner}</symbol>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${whole} ${whole}">` +
    `<defs>${symbols.join('')}</defs><rect width="${whole}" height="${whole}" fill="${look.paper}"/>${parts.join('')}</svg>`
  );
}

function idOf(name: string): string {
  return name.replace(' ', '-');
}

function shapeSvg(shape: Shape, look: Look, at: (square: string) => [number, number]): string {
  const color = look.pens.get(shape.brush) ?? look.ink;
  const [x, y] = at(shape.orig).map((place) => place + SQUARE / 2) as [number, number];
  if (!shape.dest) return `<circle cx="${x}" cy="${y}" r="${SQUARE / 2 - 2}" fill="none" stroke="${color}" stroke-width="3" opacity=".85"/>`;
  const [toX, toY] = at(shape.dest).map((place) => place + SQUARE / 2) as [number, number];
  const angle = Math.atan2(toY - y, toX - x);
  const point = (far: number, side: number): string =>
    `${(toX - far * Math.cos(angle) - side * Math.sin(angle)).toFixed(1)} ${(toY - far * Math.sin(angle) + side * Math.cos(angle)).toFixed(1)}`;
  return (
    `<g opacity=".8" fill="${color}" stroke="${color}"><path d="M${x} ${y}L${point(16, 0)}" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M${point(2, 0)}L${point(18, 9)}L${point(18, -9)}z" stroke="none"/></g>`
  );
}

/** The pixels of a picture. */
export async function painted(svg: string, size: number): Promise<CanvasRenderingContext2D> {
  const image = new Image(size, size);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw.');
  context.drawImage(image, 0, 0, size, size);
  return context;
}

export function pngOf(context: CanvasRenderingContext2D): Promise<Blob> {
  return new Promise((resolve, reject) =>
    context.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot make a picture.'))), 'image/png'),
  );
}

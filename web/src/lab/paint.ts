// Drawing a placed tree on a canvas. Only what can be seen is drawn, and text
// only where it can be read, so that thousands of nodes stay fluid.

import { COLUMN, ROW, type DrawnNode, type Placed } from './layout';

/** What part of the tree the canvas shows. Each axis has a scale of its own: large trees are tall, and not wide. */
export interface Camera {
  x: number;
  y: number;
  /** Along the plies. */
  across: number;
  /** From brother to brother. */
  down: number;
}

/** Colours from the theme. */
export interface Palette {
  ink: string;
  soft: string;
  line: string;
  accent: string;
  bad: string;
  card: string;
  sunken: string;
  white: string;
  black: string;
  onWhite: string;
  onBlack: string;
  /** The typeface of the page. */
  font: string;
}

const DOT = 6;
/** Names are read from this scale on, and never smaller than this share of their size. */
const READABLE = 0.42;
const LEAST_TEXT = 0.85;
/** What stands under a name needs this much of a column, in pixels. */
const NOTED = 105;
/** About the width of a letter of a node's name. */
const LETTER = 6.8;

export function palette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: colour('--ink'),
    soft: colour('--ink-soft'),
    line: colour('--line-strong'),
    accent: colour('--accent'),
    bad: colour('--bad'),
    card: colour('--card'),
    sunken: colour('--sunken'),
    white: colour('--node-white'),
    black: colour('--node-black'),
    onWhite: colour('--on-white-bar'),
    onBlack: colour('--on-black-bar'),
    font: style.fontFamily,
  };
}

/** A node on the screen. */
interface Spot {
  node: Placed;
  x: number;
  y: number;
}

/** Draws the tree; `selected` is ringed. */
export function paint(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  camera: Camera,
  nodes: readonly Placed[],
  selected: string | undefined,
  colours: Palette,
): void {
  const ratio = window.devicePixelRatio || 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const spot = (node: Placed): Spot => ({ node, x: node.y * camera.across + camera.x, y: node.x * camera.down + camera.y });
  const margin = ROW * Math.max(1, camera.down);
  const isSeen = ({ x, y }: Spot): boolean =>
    y >= -margin && y <= size.height + margin && x >= -COLUMN * camera.across && x <= size.width + margin;

  const least = Math.min(camera.across, camera.down);
  const withText = least >= READABLE;
  // Between names and dots there is a scale; where there are no names dots shrink until they do not touch.
  const scale = withText ? Math.max(LEAST_TEXT, Math.min(least, 3)) : Math.max(0.2, Math.min(1, (camera.down * ROW) / (2 * DOT)));
  const spots = nodes.map(spot);
  const places = new Map(spots.map((one) => [one.node, one]));
  const rows = withText ? undefined : rowsByPly(spots);
  for (const one of spots) {
    const parent = one.node.parent ? places.get(one.node.parent) : undefined;
    if (!parent) continue;
    const [low, high] = parent.y < one.y ? [parent.y, one.y] : [one.y, parent.y];
    if (high < -margin || low > size.height + margin || one.x < -margin || parent.x > size.width + margin) continue;
    link(context, parent, one, { scale, withText, column: COLUMN * camera.across, row: rows?.[one.node.depth] ?? ROW }, colours);
  }
  context.textBaseline = 'middle';
  for (const one of spots) {
    if (isSeen(one)) dot(context, one, one.node.data.id === selected, { scale, withText, withNotes: COLUMN * camera.across >= NOTED * scale }, colours);
  }
}

function link(
  context: CanvasRenderingContext2D,
  parent: Spot,
  one: Spot,
  { scale, withText, column, row }: { scale: number; withText: boolean; column: number; row: number },
  colours: Palette,
): void {
  const { look } = one.node.data;
  const above = parent.node.data;
  // Behind the name, not through it; measuring each name would cost more than this guess.
  const name = LETTER * scale * (above.label.length + above.value.length + 1);
  const begin = parent.x + DOT * scale + (withText ? Math.max(0, Math.min(column - 44 * scale, 8 * scale + name)) : 0);
  const end = one.x - DOT * scale;
  const middle = (begin + end) / 2;
  context.beginPath();
  context.moveTo(begin, parent.y);
  context.bezierCurveTo(middle, parent.y, middle, one.y, end, one.y);
  context.strokeStyle = look === 'best' ? colours.accent : colours.line;
  context.lineWidth = look === 'best' ? 2.4 : 1;
  context.globalAlpha = look === 'skipped' ? 0.6 : look === 'best' ? 1 : withText ? 0.55 : thinness(row);
  context.setLineDash(look === 'skipped' ? [3, 4] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
  if (look === 'skipped' && withText) cut(context, one, scale, colours);
}

/** How many pixels each node of a ply has, on average: the last plies of a large tree are the crowded ones. */
function rowsByPly(spots: readonly Spot[]): number[] {
  const counts: number[] = [];
  let [top, bottom] = [Infinity, -Infinity];
  for (const { node, y } of spots) {
    counts[node.depth] = (counts[node.depth] ?? 0) + 1;
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return counts.map((count) => (bottom - top) / count);
}

/** How strong a link is where rows are thinner than a pixel: many of them lie on each other, and must not become a wall. */
function thinness(row: number): number {
  return Math.max(0.012, Math.min(0.35, 0.35 * row));
}

/** The knife: two strokes across the link of a move that was never searched. */
function cut(context: CanvasRenderingContext2D, { x, y }: Spot, scale: number, colours: Palette): void {
  context.strokeStyle = colours.bad;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const shift of [0, 4]) {
    context.moveTo(x - (DOT + 12 - shift) * scale, y - 5 * scale);
    context.lineTo(x - (DOT + 16 - shift) * scale, y + 5 * scale);
  }
  context.stroke();
}

/** A triangle that points up for who wants much, down for who wants little, a square where nobody moves any more. */
function outline(context: CanvasRenderingContext2D, { x, y, node }: Spot, radius: number): void {
  context.beginPath();
  if (node.data.role === 'leaf') {
    const half = 0.8 * radius;
    context.rect(x - half, y - half, 2 * half, 2 * half);
    return;
  }
  const tip = node.data.role === 'max' ? -1.25 : 1.25;
  context.moveTo(x, y + tip * radius);
  context.lineTo(x + 1.2 * radius, y - 0.75 * tip * radius);
  context.lineTo(x - 1.2 * radius, y - 0.75 * tip * radius);
  context.closePath();
}

function dot(
  context: CanvasRenderingContext2D,
  one: Spot,
  isSelected: boolean,
  { scale, withText, withNotes }: { scale: number; withText: boolean; withNotes: boolean },
  colours: Palette,
): void {
  const { x, y } = one;
  const { data } = one.node;
  const radius = DOT * scale;
  outline(context, one, radius);
  context.fillStyle = fill(data, colours);
  context.fill();
  context.lineWidth = (data.look === 'plain' || data.look === 'bound' || data.look === 'open' ? 1.4 : 2.2) * Math.min(1, scale);
  context.strokeStyle = isSelected || data.look === 'best' ? colours.accent : edge(data, colours);
  context.stroke();
  if (isSelected) {
    context.beginPath();
    context.arc(x, y, radius + 5, 0, 2 * Math.PI);
    context.lineWidth = 2;
    context.stroke();
  }
  if (data.hidden > 0 && withText) {
    context.fillStyle = colours.soft;
    context.fillRect(x + radius + 2, y - 1, 5, 2);
  }
  const distance = radius + (data.hidden > 0 ? 10 : isSelected ? 8 : 5) * scale;
  if (withText) name(context, one, distance, withNotes ? data.note : '', scale, colours);
}

function name(context: CanvasRenderingContext2D, one: Spot, distance: number, note: string, scale: number, colours: Palette): void {
  const { data } = one.node;
  const x = one.x + distance;
  const y = note ? one.y - 4 * scale : one.y;
  const whole = data.value ? `${data.label} ${data.value}`.trim() : data.label;
  context.font = `500 ${12 * scale}px ${colours.font}`;
  // Links run under the names of nodes with children: a halo keeps them readable.
  context.strokeStyle = colours.sunken;
  context.lineWidth = 4;
  context.strokeText(whole, x, y);
  context.fillStyle = data.look === 'skipped' ? colours.soft : colours.ink;
  context.fillText(data.label, x, y);
  if (data.value) {
    const width = data.label ? context.measureText(`${data.label} `).width + 2 : 0;
    context.fillStyle = data.look === 'cut' ? colours.bad : data.look === 'best' ? colours.accent : colours.soft;
    context.fillText(data.value, x + width, y);
  }
  if (!note) return;
  // Its values have the sign that those of the nodes have.
  const signed = note.replaceAll('-', '−');
  context.font = `400 ${10 * scale}px ${colours.font}`;
  context.strokeText(signed, x, y + 12 * scale);
  context.fillStyle = colours.soft;
  context.fillText(signed, x, y + 12 * scale);
}

function fill(data: DrawnNode, colours: Palette): string {
  if (data.look === 'skipped' || data.look === 'open') return colours.card;
  return data.side === 'white' ? colours.white : colours.black;
}

function edge(data: DrawnNode, colours: Palette): string {
  return data.look === 'cut' || data.look === 'skipped' ? colours.bad : colours.line;
}

/** The node at a point of the canvas, if there is one. */
export function nodeAt(nodes: readonly Placed[], camera: Camera, x: number, y: number): Placed | undefined {
  const tall = Math.max(5, (ROW * camera.down) / 2);
  let best: Placed | undefined;
  let nearest = Infinity;
  for (const node of nodes) {
    const [left, top] = [node.y * camera.across + camera.x, node.x * camera.down + camera.y];
    const dy = Math.abs(top - y);
    // A name belongs to its node, so what is right of it counts too.
    const dx = x < left ? left - x : Math.max(0, x - left - COLUMN * 0.6 * camera.across);
    if (dy <= tall && dx <= 12 && dy + dx < nearest) {
      nearest = dy + dx;
      best = node;
    }
  }
  return best;
}

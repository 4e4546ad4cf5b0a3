// Drawing a placed tree on a canvas. Only what can be seen is drawn, and text
// only where it can be read, so that thousands of nodes stay fluid.

import { COLUMN, ROW, type DrawnNode, type Placed } from './layout';

/** What part of the tree the canvas shows. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
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
}

const DOT = 6;
const READABLE = 0.42;
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
  };
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
  context.setTransform(
    ratio * camera.scale,
    0,
    0,
    ratio * camera.scale,
    ratio * camera.x,
    ratio * camera.y,
  );
  const top = -camera.y / camera.scale - ROW;
  const bottom = (size.height - camera.y) / camera.scale + ROW;
  const left = -camera.x / camera.scale - COLUMN;
  const right = (size.width - camera.x) / camera.scale + COLUMN;
  const isSeen = (node: Placed): boolean =>
    node.x >= top && node.x <= bottom && node.y >= left && node.y <= right;

  const withText = camera.scale >= READABLE;
  for (const node of nodes) {
    const parent = node.parent;
    if (!parent) continue;
    const [low, high] = parent.x < node.x ? [parent.x, node.x] : [node.x, parent.x];
    if (high < top || low > bottom || node.y < left || parent.y > right) continue;
    link(context, parent, node, withText, colours);
  }
  context.font = '500 12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const node of nodes) {
    if (isSeen(node)) dot(context, node, node.data.id === selected, withText, colours);
  }
}

function link(
  context: CanvasRenderingContext2D,
  parent: Placed,
  node: Placed,
  withText: boolean,
  colours: Palette,
): void {
  const look = node.data.look;
  // Behind the name, not through it; measuring each name would cost more than this guess.
  const name = LETTER * (parent.data.label.length + parent.data.value.length + 1);
  const begin = parent.y + DOT + (withText ? Math.min(COLUMN - 44, 8 + name) : 0);
  const middle = (begin + node.y) / 2;
  context.beginPath();
  context.moveTo(begin, parent.x);
  context.bezierCurveTo(middle, parent.x, middle, node.x, node.y - DOT, node.x);
  context.strokeStyle = look === 'best' ? colours.accent : colours.line;
  context.lineWidth = look === 'best' ? 2.4 : 1;
  context.globalAlpha = look === 'skipped' ? 0.6 : look === 'best' ? 1 : 0.55;
  context.setLineDash(look === 'skipped' ? [3, 4] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
  if (look === 'skipped') cut(context, node, colours);
}

/** The knife: two strokes across the link of a move that was never searched. */
function cut(context: CanvasRenderingContext2D, node: Placed, colours: Palette): void {
  context.strokeStyle = colours.bad;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const shift of [0, 4]) {
    context.moveTo(node.y - DOT - 12 + shift, node.x - 5);
    context.lineTo(node.y - DOT - 16 + shift, node.x + 5);
  }
  context.stroke();
}

function dot(
  context: CanvasRenderingContext2D,
  node: Placed,
  isSelected: boolean,
  withText: boolean,
  colours: Palette,
): void {
  const data = node.data;
  context.beginPath();
  context.arc(node.y, node.x, DOT, 0, 2 * Math.PI);
  context.fillStyle = fill(data, colours);
  context.fill();
  context.lineWidth = data.look === 'plain' || data.look === 'bound' ? 1.4 : 2.2;
  context.strokeStyle = isSelected || data.look === 'best' ? colours.accent : edge(data, colours);
  context.stroke();
  if (isSelected) {
    context.beginPath();
    context.arc(node.y, node.x, DOT + 5, 0, 2 * Math.PI);
    context.lineWidth = 2;
    context.stroke();
  }
  if (data.hidden > 0) {
    context.fillStyle = colours.soft;
    context.fillRect(node.y + DOT + 2, node.x - 1, 5, 2);
  }
  if (!withText) return;
  const x = node.y + DOT + (data.hidden > 0 ? 10 : isSelected ? 8 : 5);
  const whole = data.value ? `${data.label} ${data.value}` : data.label;
  // Links run under the names of nodes with children: a halo keeps them readable.
  context.strokeStyle = colours.sunken;
  context.lineWidth = 4;
  context.strokeText(whole, x, node.x);
  context.fillStyle = data.look === 'skipped' ? colours.soft : colours.ink;
  context.fillText(data.label, x, node.x);
  if (!data.value) return;
  const width = context.measureText(`${data.label} `).width;
  context.fillStyle = data.look === 'cut' ? colours.bad : data.look === 'best' ? colours.accent : colours.soft;
  context.fillText(data.value, x + width + 2, node.x);
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
  const across = (x - camera.x) / camera.scale;
  const down = (y - camera.y) / camera.scale;
  let best: Placed | undefined;
  let nearest = Infinity;
  for (const node of nodes) {
    const dy = Math.abs(node.x - down);
    // A name belongs to its node, so what is right of it counts too.
    const dx = across < node.y ? node.y - across : Math.max(0, across - node.y - COLUMN * 0.6);
    if (dy <= ROW / 2 && dx <= 12 && dy + dx < nearest) {
      nearest = dy + dx;
      best = node;
    }
  }
  return best;
}

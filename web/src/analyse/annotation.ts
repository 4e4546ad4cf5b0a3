// What people write about a move: words, and arrows and circles as PGN keeps them in comments, `[%cal Ge2e4]` and
// `[%csl Re4]`. Other commands in a comment are kept as they are.

import type { Key } from '../board/pieces';
import type { Value } from '../protocol/messages';

/** An arrow, or a circle where there is no second square. */
export interface Shape {
  brush: string;
  orig: Key;
  dest?: Key;
}

const LETTERS: Record<string, string> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };
const COMMAND = /\[%([a-z]+)\s+([^\]]*)\]/gi;
const SHAPE = /^([GRYB])([a-h][1-8])([a-h][1-8])?$/;

/** The arrows and circles of a comment. */
export function shapesOf(raw: string): Shape[] {
  return [...raw.matchAll(COMMAND)].flatMap(([, name, list]) => {
    if (name !== 'cal' && name !== 'csl') return [];
    return (list ?? '').split(',').flatMap((one): Shape[] => {
      const [, letter, orig, dest] = SHAPE.exec(one.trim()) ?? [];
      const brush = LETTERS[letter ?? ''];
      if (!brush || !orig || (name === 'cal') !== (dest !== undefined)) return [];
      return [dest ? { brush, orig: orig as Key, dest: dest as Key } : { brush, orig: orig as Key }];
    });
  });
}

/** A comment without its commands. */
export function wordsOf(raw: string): string {
  return raw.replace(COMMAND, ' ').replace(/\s+/g, ' ').trim();
}

/** A comment with other words and shapes; whatever else it commanded stays. */
export function rewritten(raw: string, words: string, shapes: readonly Shape[], value: Value | null): string {
  const others = [...raw.matchAll(COMMAND)].filter(([, name]) => name !== 'cal' && name !== 'csl').map(([command]) => command);
  // A value that a review found stands in no comment yet.
  if (value && !others.some((command) => command.startsWith('[%eval'))) others.push(`[%eval ${evalText(value)}]`);
  const circles = shapes.filter((shape) => !shape.dest).map(letters);
  const arrows = shapes.filter((shape) => shape.dest).map(letters);
  if (circles.length > 0) others.push(`[%csl ${circles.join(',')}]`);
  if (arrows.length > 0) others.push(`[%cal ${arrows.join(',')}]`);
  return [...others, plainWords(words)].filter((part) => part !== '').join(' ');
}

/**
 * Words as a comment of PGN can hold them: braces would end it and become brackets, `[%` could command something, and
 * lines run on.
 */
export function plainWords(words: string): string {
  return words.replace(/\{/g, '(').replace(/\}/g, ')').replace(/\[%/g, '[').replace(/\s+/g, ' ').trim();
}

/** Whether a comment would be kept otherwise than it was typed, but for spaces. */
export function isReworded(words: string): boolean {
  return /[{}\n]|\[%/.test(words.trim());
}

function letters({ brush, orig, dest = undefined }: Shape): string {
  const letter = Object.entries(LETTERS).find(([, name]) => name === brush)?.[0] ?? 'G';
  return `${letter}${orig}${dest ?? ''}`;
}

function evalText(value: Value): string {
  return 'mate' in value ? `#${value.mate}` : (value.cp / 100).toFixed(2);
}

// Values as people read them.

import type { LabValue, Value } from './protocol/messages';

/** `+0.35`, `−1.20`, `#3` for a mate by White (or by the side at the root), `#−2` against it. */
export function valueText(value: Value | LabValue): string {
  if ('mate' in value) return `#${signed(value.mate, 0).replace('+', '')}`;
  return signed(value.cp / 100, 2);
}

/** The same for bars, where there is little room. */
export function shortValue(value: Value): string {
  if ('mate' in value) return `#${Math.abs(value.mate)}`;
  const pawns = Math.abs(value.cp / 100);
  // A tenth of a pawn says nothing where it is that clear.
  return pawns.toFixed(pawns < 9.95 ? 1 : 0);
}

function signed(number: number, digits: number): string {
  const text = Math.abs(number).toFixed(digits);
  const isZero = Number(text) === 0;
  return isZero ? text : `${number < 0 ? '−' : '+'}${text}`;
}

/** `812`, `45.2 k`, `1.3 M`, and of what: `1 node`, `45.2 k nodes`. */
export function manyText(count: number, what?: string): string {
  if (what) return `${manyText(count)} ${what}${count === 1 ? '' : 's'}`;
  if (count < 10_000) return count.toLocaleString('en');
  if (count < 1_000_000) return `${(count / 1000).toFixed(1)} k`;
  if (count < 1_000_000_000) return `${(count / 1_000_000).toFixed(1)} M`;
  return `${(count / 1_000_000_000).toFixed(1)} G`;
}

/** `0.03 s`, `12 s`, `4 min`. */
export function timeText(seconds: number): string {
  if (seconds < 0.0995) return `${(seconds * 1000).toFixed(1)} ms`;
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}

/** What a clock shows: `1:05:00`, `5:03`, and tenths at the end: `0:09.4`. */
export function clockText(millis: number): string {
  const left = Math.max(0, millis);
  const tenths = Math.floor(left / 100);
  const seconds = Math.floor(tenths / 10);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
  return left < 20_000 ? `${minutes}:${rest}.${tenths % 10}` : `${minutes}:${rest}`;
}

/** A day as PGN writes it, `2026.11.18` or `1973.??.??`, as people do: `18 Nov 2026`, `1973`; nothing where it is not known. */
export function dayText(date: string): string {
  const [year = NaN, month = NaN, day = NaN] = date.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
  if (Number.isNaN(year)) return '';
  if (Number.isNaN(month)) return String(year);
  const when = new Date(Date.UTC(2000, month - 1, Number.isNaN(day) ? 1 : day));
  // Years before 100 would be taken for others.
  when.setUTCFullYear(year);
  const parts = Number.isNaN(day) ? { month: 'short', year: 'numeric' } as const : { dateStyle: 'medium' } as const;
  return when.toLocaleDateString(undefined, { timeZone: 'UTC', ...parts });
}

/** `1 ply`, `3 plies`. */
export function countPlies(count: number): string {
  return `${count} ${count === 1 ? 'ply' : 'plies'}`;
}

/** `1 move`, `2 moves`. */
export function countText(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

/** A result as people write it: `1–0`, `½–½`. */
export function resultText(result: string): string {
  return result.replace('1/2-1/2', '½–½').replace('-', '–');
}

// The program for one thread is made from the one for several: nothing in it waits any more, and what the
// maker does not know is refused instead of being passed over.

import { expect, test } from '@playwright/test';
import { soloist } from '../site/solo';

const IMPORTED = ['clock_time_get', 'environ_sizes_get'];

function text(name: string): number[] {
  return [name.length, ...Buffer.from(name)];
}

function section(id: number, ...bytes: number[]): number[] {
  return [id, bytes.length, ...bytes];
}

/** A module with a shared memory and one exported function of these instructions, which takes an address and gives a number. */
function module(...code: number[]): Uint8Array<ArrayBuffer> {
  const body = [0, ...code, 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // (i32 i64 i32) -> i32, (i32 i32) -> i32, (i32) -> i32
    ...section(1, 3, 0x60, 3, 0x7f, 0x7e, 0x7f, 1, 0x7f, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(2, 3, ...text('w'), ...text(IMPORTED[0] ?? ''), 0, 0, ...text('w'), ...text(IMPORTED[1] ?? ''), 0, 1, ...text('e'), ...text('m'), 2, 3, 1, 2),
    ...section(3, 1, 2),
    ...section(7, 1, ...text('f'), 0, 2),
    ...section(10, 1, body.length, ...body),
  ]);
}

/** What the function of a rewritten module calls, and with what. */
function called(code: number[], address: number): unknown[][] {
  const calls: unknown[][] = [];
  const note = (name: string) => (...words: unknown[]): number => {
    calls.push([name, ...words]);
    return 0;
  };
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
  const w = Object.fromEntries(IMPORTED.map((name) => [name, note(name)]));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(soloist(module(...code)) as Uint8Array<ArrayBuffer>), { w, e: { m: memory } });
  (exports['f'] as (address: number) => number)(address);
  return calls;
}

test('waiting and waking become calls with their addresses', () => {
  // local.get 0, i32.const 7, i64.const -1, memory.atomic.wait32 with an offset of 200
  expect(called([0x20, 0, 0x41, 7, 0x42, 0x7f, 0xfe, 1, 2, 0xc8, 1], 4096)).toEqual([['clock_time_get', 4296, -1n, 7]]);
  // local.get 0, i32.const 1, memory.atomic.notify without one
  expect(called([0x20, 0, 0x41, 1, 0xfe, 0, 2, 0], 4096)).toEqual([['environ_sizes_get', 4096, 1]]);
  // Everything else stays: local.get 0, i32.atomic.load
  expect(called([0x20, 0, 0xfe, 0x10, 2, 0], 4096)).toEqual([]);
});

for (const [what, code] of [
  ['a code of no instruction', [0x20, 0, 0xe0]],
  ['exceptions', [0x06, 0x40, 0x0b, 0x20, 0]],
  ['unknown work on memory', [0x20, 0, 0xfc, 99]],
  ['unknown work on vectors', [0x20, 0, 0xfd, 0xff, 0x7f]],
  ['an unknown atomic instruction', [0x20, 0, 0xfe, 5, 2, 0]],
  ['several memories', [0x20, 0, 0x28, 0x42, 0, 0]],
  ['waiting for 64 bits', [0x20, 0, 0x42, 0, 0x42, 0, 0xfe, 2, 3, 0]],
] as const) {
  test(`refused: ${what}`, () => {
    expect(() => soloist(module(...code))).toThrow(/not known|several memories|64 bits/);
  });
}

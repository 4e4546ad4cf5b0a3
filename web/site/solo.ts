// The program for browsers that give it one thread only. There, waiting must not stop the worker, so
// each instruction that waits or wakes becomes a call of the system, which lets another thread of the
// program go on meanwhile (src/site/solo_worker.ts). No number changes but those of lengths: the calls are two
// that the program imports already, with arguments that they never have otherwise. Who waits asks the
// clock whose number is an address; who wakes asks for the size of the environment, and to write it to
// where there is no memory.

class Reader {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  /** A number of up to 32 bits without a sign. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  /** Passes over a number of any size. */
  skipNumber(): void {
    while (this.byte() >= 128);
  }

  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    return new TextDecoder().decode(this.take(this.number()));
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }
}

function encoded(value: number): number[] {
  const bytes: number[] = [];
  do {
    const rest = Math.floor(value / 128);
    bytes.push((value % 128) | (rest > 0 ? 128 : 0));
    value = rest;
  } while (value > 0);
  return bytes;
}

/** With a sign, as constants are written. */
function constant(value: number): number[] {
  const bytes = encoded(value);
  // The highest bit of the last byte is the sign.
  if ((bytes.at(-1) ?? 0) & 64) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(0);
  }
  return bytes;
}

const SECTION = { TYPES: 1, IMPORTS: 2, FUNCTIONS: 3, CODE: 10 };
const FUNCTION = 0;
const MEMORY = 2;
const I32 = 0x7f;
const I64 = 0x7e;
const [I32_CONST, I32_ADD, CALL, LOCAL_GET, LOCAL_SET] = [0x41, 0x6a, 0x10, 0x20, 0x21];

/** The last instruction on vectors, of the relaxed ones. */
const LAST_VECTOR = 275;

/** An alignment with this bit is followed by the number of a memory. */
const WITH_MEMORY = 64;

/** The imported functions that are called. */
interface Calls {
  wait: number;
  wake: number;
}

/** Rewrites a module. */
export function soloist(module: Uint8Array): Uint8Array {
  const reader = new Reader(module);
  const parts: Uint8Array[] = [reader.take(8)];
  let parameters: number[] = [];
  let types: number[] = [];
  let calls: Calls = { wait: -1, wake: -1 };
  while (!reader.isAtEnd) {
    const id = reader.byte();
    let section = reader.take(reader.number());
    if (id === SECTION.TYPES) parameters = parametersOf(section);
    if (id === SECTION.IMPORTS) ({ section, calls } = withoutSharing(section));
    if (id === SECTION.FUNCTIONS) types = numbers(section);
    if (id === SECTION.CODE) section = withCalls(section, types.map((type) => parameters[type] ?? 0), calls);
    parts.push(Uint8Array.from([id, ...encoded(section.length)]), section);
  }
  return Buffer.concat(parts);
}

/** How many parameters each type of function has. */
function parametersOf(section: Uint8Array): number[] {
  const reader = new Reader(section);
  return Array.from({ length: reader.number() }, () => {
    if (reader.byte() !== 0x60) throw new Error('a type that is no function');
    const count = reader.number();
    reader.take(count);
    reader.take(reader.number());
    return count;
  });
}

function numbers(section: Uint8Array): number[] {
  const reader = new Reader(section);
  return Array.from({ length: reader.number() }, () => reader.number());
}

/** The imports with a memory that is not shared, and which functions are called. */
function withoutSharing(section: Uint8Array): { section: Uint8Array; calls: Calls } {
  const changed = Uint8Array.from(section);
  const reader = new Reader(changed);
  let functions = 0;
  const calls: Calls = { wait: -1, wake: -1 };
  for (let left = reader.number(); left > 0; left--) {
    reader.text();
    const name = reader.text();
    const kind = reader.byte();
    if (kind === FUNCTION) {
      if (name === 'clock_time_get') calls.wait = functions;
      if (name === 'environ_sizes_get') calls.wake = functions;
      functions += 1;
      reader.number();
    } else if (kind === MEMORY) {
      if (reader.byte() !== 3) throw new Error('a memory that is not shared');
      changed[reader.at - 1] = 1;
      reader.number();
      reader.number();
    } else {
      throw new Error(`an import of kind ${kind}`);
    }
  }
  if (calls.wait < 0 || calls.wake < 0) throw new Error('the program does not ask for the time or the environment');
  return { section: changed, calls };
}

function withCalls(section: Uint8Array, parameters: number[], calls: Calls): Uint8Array {
  const reader = new Reader(section);
  const count = reader.number();
  const parts: Uint8Array[] = [Uint8Array.from(encoded(count))];
  for (let index = 0; index < count; index++) {
    const body = changedBody(reader.take(reader.number()), parameters[index] ?? 0, calls);
    parts.push(Uint8Array.from(encoded(body.length)), body);
  }
  return Buffer.concat(parts);
}

/** A function with calls in the place of instructions that wait and wake. */
function changedBody(body: Uint8Array, parameters: number, calls: Calls): Uint8Array {
  const reader = new Reader(body);
  const groups = reader.number();
  let locals = parameters;
  const declared = reader.at;
  for (let group = 0; group < groups; group++) {
    locals += reader.number();
    reader.byte();
  }
  const code = reader.at;
  const [time, other] = [locals, locals + 1];
  const parts: Uint8Array[] = [];
  let from = code;
  while (!reader.isAtEnd) {
    const at = reader.at;
    const found = instruction(reader);
    if (!found) continue;
    const address = found.offset > 0 ? [I32_CONST, ...constant(found.offset), I32_ADD] : [];
    const get = [LOCAL_GET, ...encoded(other)];
    const set = [LOCAL_SET, ...encoded(other)];
    const calling = found.isWait
      ? [LOCAL_SET, ...encoded(time), ...set, ...address, LOCAL_GET, ...encoded(time), ...get, CALL, ...encoded(calls.wait)]
      : [...set, ...address, ...get, CALL, ...encoded(calls.wake)];
    parts.push(body.subarray(from, at), Uint8Array.from(calling));
    from = reader.at;
  }
  if (parts.length === 0) return body;
  const head = [...encoded(groups + 2), ...body.subarray(declared, code), 1, I64, 1, I32];
  return Buffer.concat([Uint8Array.from(head), ...parts, body.subarray(from)]);
}

/** Passes over an instruction; what it is, if it waits or wakes. */
function instruction(reader: Reader): { isWait: boolean; offset: number } | undefined {
  const code = reader.byte();
  if (code === 0x02 || code === 0x03 || code === 0x04 || code === 0x41 || code === 0x42 || code === 0xd0) reader.skipNumber();
  else if (code === 0x0c || code === 0x0d || code === 0x10 || code === 0x12 || (code >= 0x20 && code <= 0x26) || code === 0xd2) reader.number();
  else if (code === 0x0e) for (let left = reader.number() + 1; left > 0; left--) reader.number();
  else if (code === 0x11 || code === 0x13) pair(reader);
  else if (code === 0x1c) reader.take(reader.number());
  else if (code >= 0x28 && code <= 0x3e) access(reader);
  else if (code === 0x3f || code === 0x40) reader.byte();
  else if (code === 0x43) reader.take(4);
  else if (code === 0x44) reader.take(8);
  else if (code === 0xfc) bulk(reader);
  else if (code === 0xfd) vector(reader);
  else if (code === 0xfe) return atomic(reader);
  else if (!isPlain(code)) throw new Error(`an instruction that is not known: ${code.toString(16)}`);
  return undefined;
}

/** Whether nothing follows the code: control, choices, numbers, `ref.is_null`. */
function isPlain(code: number): boolean {
  return [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(code) || (code >= 0x45 && code <= 0xc4);
}

function pair(reader: Reader): void {
  reader.number();
  reader.number();
}

/** The alignment and the offset of an access to memory; the offset. */
function access(reader: Reader): number {
  if (reader.number() >= WITH_MEMORY) throw new Error('an access to one of several memories');
  return reader.number();
}

function bulk(reader: Reader): void {
  const code = reader.number();
  if (code === 8 || code === 10 || code === 12 || code === 14) pair(reader);
  else if (code === 9 || code === 11 || code === 13 || (code >= 15 && code <= 17)) reader.number();
  else if (code > 17) throw new Error(`an instruction that is not known: fc ${code}`);
}

function vector(reader: Reader): void {
  const code = reader.number();
  if (code <= 11 || code === 92 || code === 93) access(reader);
  else if (code === 12 || code === 13) reader.take(16);
  else if (code >= 21 && code <= 34) reader.byte();
  else if (code >= 84 && code <= 91) {
    access(reader);
    reader.byte();
  } else if (code > LAST_VECTOR) throw new Error(`an instruction that is not known: fd ${code}`);
}

function atomic(reader: Reader): { isWait: boolean; offset: number } | undefined {
  const code = reader.number();
  if (code === 3) {
    reader.byte();
    return undefined;
  }
  const offset = access(reader);
  if (code > 0x4e || (code > 3 && code < 0x10)) throw new Error(`an instruction that is not known: fe ${code}`);
  if (code === 2) throw new Error('the program waits for a number of 64 bits');
  return code < 2 ? { isWait: code === 1, offset } : undefined;
}

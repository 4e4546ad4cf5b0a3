// Formulas of the course such as `b^⌈d/2⌉ + b^⌊d/2⌋ − 1`, worked out.

/** A power or a product of `b` and `d`, with what may stand around it. */
const TERM = String.raw`(?:b\^(?:d|\d+|\(\d*d(?:/\d+)?\)|[⌈⌊]d/\d+[⌉⌋])|\d+|d|b)`;
const PRODUCT = String.raw`${TERM}(?:\s?[·/]\s?(?:${TERM}|\(b\s?[−-]\s?1\)))*`;
const FORMULA = new RegExp(String.raw`${PRODUCT}(?:\s[+−-]\s(?:\.\.\.\s[+]\s)?${PRODUCT})*`, 'g');

/** What the formulas of a text come to, in their order; those that are no more than a number or a letter in a sentence are left out. */
export function formulaValues(text: string, branching: number, depth: number): number[] {
  const found = [...text.matchAll(FORMULA)].map(([formula]) => formula.trim());
  return found.filter((formula) => /b\^|·/.test(formula)).map((formula) => sumValue(formula, branching, depth));
}

function sumValue(formula: string, branching: number, depth: number): number {
  if (formula.includes('...')) {
    // b + b^2 + ... + b^d
    let sum = 0;
    for (let ply = 1; ply <= depth; ply++) sum += branching ** ply;
    return sum;
  }
  const [first = '', ...rest] = formula.split(/\s([+−-])\s(?![^(]*\))/);
  let sum = productValue(first, branching, depth);
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const value = productValue(rest[index + 1] ?? '', branching, depth);
    sum += rest[index] === '+' ? value : -value;
  }
  return sum;
}

function productValue(product: string, branching: number, depth: number): number {
  // What is divided by stands in no exponent.
  const [first = '', ...rest] = product.split(/\s?([·/])\s?(?![^(⌈⌊]*[)⌉⌋])/);
  let value = termValue(first, branching, depth);
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const factor = termValue(rest[index + 1] ?? '', branching, depth);
    value = rest[index] === '·' ? value * factor : value / factor;
  }
  return value;
}

function termValue(term: string, branching: number, depth: number): number {
  if (term === 'd') return depth;
  if (term === 'b') return branching;
  if (/^\(b\s?[−-]\s?1\)$/.test(term)) return branching - 1;
  const power = /^b\^(.+)$/.exec(term)?.[1];
  if (power === undefined) return Number(term);
  return branching ** exponentValue(power, depth);
}

function exponentValue(text: string, depth: number): number {
  if (text === 'd') return depth;
  if (/^\d+$/.test(text)) return Number(text);
  const [, opening, times, parts] = /^([(⌈⌊])(\d*)d(?:\/(\d+))?[)⌉⌋]$/.exec(text) ?? [];
  const value = (Number(times || 1) * depth) / Number(parts ?? 1);
  return opening === '⌈' ? Math.ceil(value) : opening === '⌊' ? Math.floor(value) : value;
}

// Formulas of the course such as `b^(3d/4)`, worked out.

/** `b^d`, `b^(d/2)`, `b^(3d/4)`, `b·d` or `d`, the first that a text has; nothing where it has none. */
export function formulaValue(text: string, branching: number, depth: number): number | undefined {
  const power = /b\^(?:d|\((\d*)d(?:\/(\d+))?\))/.exec(text);
  if (power) {
    const [, times, parts] = power;
    return branching ** ((Number(times || 1) * depth) / Number(parts ?? 1));
  }
  if (/b\s?[·×*]?\s?d\b/.test(text)) return branching * depth;
  return undefined;
}

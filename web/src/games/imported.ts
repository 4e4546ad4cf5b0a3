// Games that were read from files and kept: their keys begin with a word of their own.

/** Whether a kept game was read from a file, rather than played here. */
export function isImported(key: string): boolean {
  return key.startsWith('pgn-');
}

/** The pictures of a tree. */
export type Shown = 'tree' | 'icicle' | 'list';

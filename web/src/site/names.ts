// Names for what belongs to this site alone: another one may lie at another path of the same host, and
// a browser tells neither their databases nor their locks apart.

import { BASE } from '../base';

export function own(name: string): string {
  return BASE === '/' ? name : name + BASE;
}

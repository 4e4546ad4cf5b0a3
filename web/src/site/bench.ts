// How fast the program is in this browser: the same bench as `plywise bench`.

import type { Loading } from '../connection/line';
import { House } from './house';
import { isolate } from './isolation';
import { KeptGames } from './kept';

const outcome = document.getElementById('outcome');

function show(text: string): void {
  if (outcome) outcome.textContent = text;
}

async function bench(): Promise<void> {
  const alone = await isolate(() => undefined);
  const owner = {
    tell: () => undefined,
    load: (loading: Loading | undefined) => show(loading ? `Loading ${loading.what}, ${Math.round(loading.share * 100)} %` : 'Searching …'),
    remark: (sentence: string | undefined) => sentence !== undefined && show(sentence),
    die: show,
  };
  const house = await House.open(owner, new KeptGames(() => undefined), alone);
  const { nodes, seconds } = await house.bench();
  show(`${nodes} nodes ${Math.floor(nodes / seconds)} nps`);
  house.end();
}

bench().catch((error: unknown) => show(error instanceof Error ? error.message : String(error)));

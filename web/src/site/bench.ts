// How fast the program is in this browser: the same bench as `plywise bench`.

import { House } from './house';
import { isolate } from './isolation';

const outcome = document.getElementById('outcome');

function show(text: string): void {
  if (outcome) outcome.textContent = text;
}

async function bench(): Promise<void> {
  await isolate();
  const house = await House.open({
    tell: () => undefined,
    load: (loading) => show(loading ? `Loading ${loading.what}, ${Math.round(loading.share * 100)} %` : 'Searching …'),
    remark: (sentence) => show(sentence ?? ''),
    die: show,
  });
  const { nodes, seconds } = await house.bench();
  show(`${nodes} nodes ${Math.floor(nodes / seconds)} nps`);
  house.end();
}

bench().catch((error: unknown) => show(error instanceof Error ? error.message : String(error)));

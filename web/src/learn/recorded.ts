// A small search with its whole tree, fetched once; the program forgets it at once.

import { connection, Refusal } from '../connection/socket.svelte';
import type { LabNode, LabOrder, LabReport } from '../protocol/messages';

/** Nodes of a tree in a text, and how many are told in one answer. */
const MOST = 20_000;
const BATCH = 2000;

export interface Recorded {
  report: LabReport;
  nodes: LabNode[];
}

/** Searches; a search that would be too large for a text is less deep. */
export async function recorded(order: Omit<LabOrder, 'nodes'>): Promise<Recorded> {
  const report = await new Promise<LabReport>((resolve, reject) => {
    const stop = connection.follow(
      { type: 'labRun', ...order, nodes: MOST },
      (message) => {
        if (message.type !== 'labDone') return;
        stop();
        resolve(message);
      },
      reject,
    );
  });
  const { run } = report;
  try {
    const nodes: LabNode[] = [];
    for (let from = 0; from < Math.min(MOST, report.recorded); from += BATCH) {
      const answer = await connection.ask({ type: 'labNodes', run, from, count: BATCH });
      if (answer.type !== 'labNodes') throw new Refusal('The tree did not come.');
      nodes.push(...answer.nodes);
    }
    return { report, nodes };
  } finally {
    connection.ask({ type: 'labForget', run }).catch(() => undefined);
  }
}

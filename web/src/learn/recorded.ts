// A small search with its whole tree, fetched once; the program forgets it at once.

import { connection, Refusal } from '../connection/socket.svelte';
import type { LabNode, LabOrder, LabReport, LabTurn } from '../protocol/messages';

/** Nodes of a tree in a text, and how many of them, and of its turns, are told in one answer. */
const MOST = 20_000;
const BATCH = 2000;
const TURNS = 500;

/** Passes through a root that are stepped through. */
const PASSES = 60;

/** Searches that go through their root again and again, and those of them whose passes answer questions. */
const REPEATED: Record<string, 'asks' | 'deepens'> = { deepening: 'deepens', mtdf: 'asks' };

export interface Recorded {
  report: LabReport;
  nodes: LabNode[];
  /** How it grew; nothing where it did not. */
  turns: LabTurn[];
  /** All passes through the root, where the search is made of them. */
  passes: LabNode[][];
  /** Whether each pass answers a question. */
  asks: boolean;
}

type Wanted = Omit<LabOrder, 'nodes' | 'pass'>;

/** Searches; a search that would be too large for a text is less deep. */
export async function recorded(order: Wanted): Promise<Recorded> {
  const whole = await once(order, null);
  const repeated = REPEATED[order.algorithm.split(':')[0] ?? ''];
  const count = repeated ? Math.min(PASSES, whole.report.passes) : 0;
  const passes: LabNode[][] = [];
  for (let pass = 1; pass <= count; pass++) passes.push(pass === whole.report.pass ? whole.nodes : (await once(order, pass)).nodes);
  return { ...whole, passes, asks: repeated === 'asks' };
}

async function once(order: Wanted, pass: number | null): Promise<Pick<Recorded, 'report' | 'nodes' | 'turns'>> {
  const report = await new Promise<LabReport>((resolve, reject) => {
    const stop = connection.follow(
      { type: 'labRun', ...order, nodes: MOST, pass },
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
    const turns: LabTurn[] = [];
    for (let from = 0; from < report.turns; from += TURNS) {
      const answer = await connection.ask({ type: 'labTurns', run, from, count: TURNS });
      if (answer.type !== 'labTurns') throw new Refusal('The turns did not come.');
      turns.push(...answer.turns);
    }
    return { report, nodes, turns };
  } finally {
    connection.ask({ type: 'labForget', run }).catch(() => undefined);
  }
}

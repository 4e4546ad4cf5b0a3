// The arrows and circles that engine and coach put on the board.

import type { DrawShape } from '@lichess-org/chessground/draw';
import { arrow } from '../board/arrow';
import type { Key } from '../board/pieces';
import type { AnalysisReport, ClaimView, CoachView } from '../protocol/messages';

/** Lines of the engine that get an arrow, and how much thinner each is than the one before. */
const LINES = 5;
const [WIDEST, STEP] = [9, 1.5];

/** What is pointed at: what the coach speaks of, for it is why somebody is here, or else the lines of the engine. */
export function pointers(
  pointing: readonly ClaimView[],
  coached: CoachView | undefined,
  report: AnalysisReport | undefined,
  isThreat: boolean,
): DrawShape[] {
  const hanging = (coached?.hanging ?? []).map((square): DrawShape => ({ orig: square as Key, brush: 'yellow' }));
  const threats = (coached?.around ?? []).filter((claim) => claim.role === 'threat');
  const pointed = [...pointing, ...threats].flatMap((claim) =>
    claim.arrows.map(([from, to]) => arrow(`${from}${to}`, claim.isAfter || claim.role === 'threat' ? 'threat' : 'best')),
  );
  if (pointed.length > 0 || !report) return [...pointed, ...hanging];
  const lines = report.lines.slice(0, LINES).flatMap((line, index) => {
    const uci = line.line.uci[0];
    if (!uci) return [];
    return [index === 0 ? arrow(uci, isThreat ? 'threat' : 'best') : arrow(uci, 'other', WIDEST - STEP * index)];
  });
  return [...lines, ...hanging];
}

// The live analysis of the position on the board.

import { tell } from '../announce.svelte';
import { connection, sentence } from '../connection/socket.svelte';
import type { AnalysisReport, Place } from '../protocol/messages';
import { engineName, enginesOf } from '../controls/player';
import { settings } from '../settings.svelte';

export class Engine {
  report: AnalysisReport | undefined = $state.raw();
  /** What the report is about: the place it was asked for. */
  key = $state('');
  #stop: (() => void) | undefined;

  /** Looks into a position from now on; what was looked into before is left. */
  begin(place: Place, hear: (report: AnalysisReport) => void): void {
    this.#stop?.();
    this.report = undefined;
    this.key = keyOf(place);
    const most = connection.house?.most;
    const analyst = chosenAnalyst();
    this.#stop = connection.follow(
      {
        type: 'analyse',
        place,
        lines: Math.min(settings.lines, most?.lines ?? 5),
        threads: Math.min(settings.threads, most?.threads ?? 1),
        hash: Math.min(settings.hash, most?.hash ?? 16),
        engine: analyst || null,
      },
      (message) => {
        if (message.type !== 'analysis') return;
        this.report = message;
        hear(message);
      },
      (error) => {
        if (connection.state !== 'open') return;
        if (analyst === '') return tell(sentence(error), true);
        // What fails is not asked again by itself: our own goes on in its place.
        settings.analyst = '';
        tell(`${engineName(analyst)} does not analyse: ${sentence(error)}. Plywise goes on.`, true);
      },
    );
  }

  /** Ends it. */
  end(): void {
    if (!this.#stop) return;
    this.#stop();
    this.#stop = undefined;
    // If the server is gone there is nothing left to stop.
    connection.ask({ type: 'stopAnalysis' }).catch(() => undefined);
  }
}

/** The engine that analyses, as it is ordered; our own if empty. A kept choice may name one that this server does not have. */
export function chosenAnalyst(): string {
  const { house } = connection;
  return house && enginesOf(house).some((one) => one.player === settings.analyst) ? settings.analyst : '';
}

/** What tells places apart. */
export function keyOf(place: Place): string {
  return `${place.fen ?? ''} ${place.moves.join(' ')}`;
}

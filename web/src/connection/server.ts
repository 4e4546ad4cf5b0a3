// The socket to a server, and the files that it hands out.

import { withToken } from './token';
import type { Line, LineEnd, Pgn } from './line';

const REFUSED = 'This server is open to other computers and asks for a token: use the whole address that `plywise serve` printed.';
const UNREACHED = 'The server does not answer; nothing that it keeps is lost.';

/** A line to the server that the page came from. */
export function serverLine(end: LineEnd): Line {
  const address = new URL(withToken('/api/socket'), window.location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.addEventListener('message', (event) => end.hear(String(event.data)));
  socket.addEventListener('close', () => {
    end.lose();
    void isRefused().then((refused) => refused && end.lose({ sentence: REFUSED, isFinal: false }));
  });
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    pgn,
  };
}

/** A socket does not say why it was closed; a plain request to the same place does. */
async function isRefused(): Promise<boolean> {
  const answer = await fetch(withToken('/api/socket')).catch(() => undefined);
  return answer?.status === 401 || answer?.status === 403;
}

/** Where a kept game lies on the server, or all of them. */
export function pgnPath(key: string | undefined): string {
  return withToken(key === undefined ? '/api/games.pgn' : `/api/games/${encodeURIComponent(key)}.pgn`);
}

async function pgn(key: string | undefined): Promise<Pgn> {
  const answer = await fetch(pgnPath(key)).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined) return { sentence: UNREACHED };
  if (answer.ok) return { text };
  return answer.status === 404 ? 'missing' : { sentence: text.trim() };
}

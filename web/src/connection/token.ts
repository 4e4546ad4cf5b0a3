// The token that a server on other computers' reach asks for. It comes with the first
// address and is kept in this browser, so that the other addresses stay clean and a link opens
// in a tab of its own. Each start of the server has another; the latest given counts.

const KEY = 'plywise.token';

function read(): string | null {
  const given = new URLSearchParams(window.location.search).get('token');
  try {
    if (given !== null) localStorage.setItem(KEY, given);
    return given ?? localStorage.getItem(KEY);
  } catch {
    return given;
  }
}

const token = read();

/** A path of the server, with the token if there is one. */
export function withToken(path: string): string {
  return token === null ? path : `${path}?token=${encodeURIComponent(token)}`;
}

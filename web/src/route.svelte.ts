// Where in the page we are: real addresses, so that back, reload and links work.

import { at, BASE } from './base';

export type View = 'play' | 'analyse' | 'practise' | 'learn' | 'lab' | 'games' | 'setup';

const VIEWS: readonly View[] = ['play', 'analyse', 'practise', 'learn', 'lab', 'games', 'setup'];

export interface Route {
  view: View;
  /** What follows the view in the path: a game's number, or nothing. */
  rest: string;
  query: URLSearchParams;
}

function read(): Route {
  const [first = '', ...rest] = window.location.pathname.slice(BASE.length).split('/');
  const known = VIEWS.find((known) => known === first);
  // What follows a view that there is not belongs to none.
  return { view: known ?? 'play', rest: known ? rest.join('/') : '', query: new URLSearchParams(window.location.search) };
}

let current = $state.raw(read());
window.addEventListener('popstate', () => (current = read()));

/**
 * The route that the address asks for; reading it in an effect follows it. Views do not read
 * it but are given the route that they were shown for: while the next view is loaded, the
 * address is no longer theirs.
 */
export function route(): Route {
  return current;
}

/** Goes to an address of this page, such as `/play`. */
export function go(address: string): void {
  goTo(at(address));
}

function goTo(address: string): void {
  if (address !== window.location.pathname + window.location.search) {
    window.history.pushState(null, '', address);
    // As every new page begins: whoever scrolled down a form sees the board.
    window.scrollTo(0, 0);
  }
  current = read();
}

/**
 * Changes what follows a view in the address without a step in the history, such as a position
 * while it is set up. A view that is being left has no say any more.
 */
export function restate(view: View, query: Record<string, string | undefined>): void {
  const wanted = address(at(`/${view}`), query);
  if (current.view !== view || wanted === window.location.pathname + window.location.search) return;
  window.history.replaceState(null, '', wanted);
  current = read();
}

/** Takes the query out of a view's address once it was heeded, so that a reload does not begin anew. */
export function forgetQuery(view: View): void {
  if (current.view === view) window.history.replaceState(null, '', window.location.pathname);
}

/** An address with a query, without empty values. */
export function address(path: string, query: Record<string, string | undefined>): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(kept).toString();
  return text ? `${path}?${text}` : path;
}

/** Follows links inside the page without loading it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return;
  if (link.pathname.startsWith('/api/') || !link.pathname.startsWith(BASE)) return;
  event.preventDefault();
  goTo(link.pathname + link.search);
}

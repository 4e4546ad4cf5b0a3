// Where the page stands on its host: a server's page at the top, a static site wherever its folder lies.

// In a name of its own, as the build takes the usual pattern for a file to be added.
const here = import.meta.url;

/** The path of the page's folder, with a slash at its end. All code lies in a folder of it. */
export const BASE = import.meta.env.MODE === 'site' ? new URL('..', here).pathname : '/';

/** An address of this page, such as `/play`, as a link needs it. */
export function at(address: string): string {
  return BASE + address.slice(1);
}

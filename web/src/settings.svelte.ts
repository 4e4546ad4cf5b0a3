// What a person prefers, kept in this browser.

type Theme = 'system' | 'light' | 'dark';

interface Kept {
  theme: Theme;
  sound: boolean;
  lines: number;
  threads: number;
  hash: number;
  arrows: boolean;
  /** Whether the engine of the analysis runs. */
  engine: boolean;
}

const KEY = 'plywise.settings';
const FIRST: Kept = { theme: 'system', sound: true, lines: 3, threads: 1, hash: 64, arrows: true, engine: false };

function load(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...FIRST, ...(typeof kept === 'object' ? kept : {}) };
  } catch {
    // A browser may refuse storage, and others may have written nonsense.
    return { ...FIRST };
  }
}

export const settings: Kept = $state(load());

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
let systemIsDark = $state(darkSystem.matches);
darkSystem.addEventListener('change', (event) => (systemIsDark = event.matches));

/** Whether the page is dark now. */
export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && systemIsDark);
}

/** Whether things may move on the screen. */
export function mayAnimate(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Keeps settings and theme in step with what is chosen; call once. */
export function followSettings(): void {
  $effect(() => {
    document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
  });
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Then the settings last as long as the page.
    }
  });
}

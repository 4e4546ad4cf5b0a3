// How far somebody is in the course, kept in this browser.

const KEY = 'plywise.course';

interface Kept {
  /** Lessons that were read to the end. */
  read: string[];
  /** Exercises that were solved, as `lesson/kind`. */
  solved: string[];
}

function load(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const words = (name: string): string[] => {
      const list: unknown = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>)[name] : undefined;
      return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
    };
    return { read: words('read'), solved: words('solved') };
  } catch {
    // A browser may refuse storage, and others may have written nonsense.
    return { read: [], solved: [] };
  }
}

class Progress {
  #kept: Kept = $state.raw(load());

  isRead(lesson: string): boolean {
    return this.#kept.read.includes(lesson);
  }

  setRead(lesson: string, isRead: boolean): void {
    const others = this.#kept.read.filter((one) => one !== lesson);
    this.#keep({ ...this.#kept, read: isRead ? [...others, lesson] : others });
  }

  isSolved(lesson: string, kind: string): boolean {
    return this.#kept.solved.includes(`${lesson}/${kind}`);
  }

  solve(lesson: string, kind: string): void {
    if (!this.isSolved(lesson, kind)) this.#keep({ ...this.#kept, solved: [...this.#kept.solved, `${lesson}/${kind}`] });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Then it lasts as long as the page.
    }
  }
}

export const progress = new Progress();

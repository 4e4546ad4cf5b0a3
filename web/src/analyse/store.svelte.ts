// Where the browser keeps the analysis: for all windows, for this one, and what was set aside, so that neither another
// window nor damage takes anything away.

import { tell } from '../announce.svelte';
import { readKept, type Kept } from './kept';

const KEPT = 'plywise.analysis';
/** What another window kept and this one has overtaken since, or what another game has taken the place of. */
const OTHER = 'plywise.analysis.other';
/** Texts that are no analysis any more, as they were found. */
const DAMAGED = 'plywise.analysis.damaged';

export class AnalysisStore {
  /** Whether an analysis that was set aside waits to be brought back. */
  hasOther = $state(stored(OTHER) !== null);
  /** Whether a text that cannot be read waits to be saved as a file. */
  hasDamaged = $state(stored(DAMAGED) !== null);
  /** What this page last read from the browser's storage, or wrote there. */
  #known = stored(KEPT);
  /** Whether nothing may be written: what lies there is damaged, and there is no room to set it aside. */
  #isClosed = false;
  #isToldOfLoss = false;

  /** What was on the board when the page was last open. What is no analysis is set aside, and somebody is told. */
  restore(): Kept | undefined {
    const here = storedHere();
    const mine = here === null ? undefined : this.#read(here);
    // A window where something was done goes on with that, whatever others have kept since.
    if (mine?.isChanged) {
      this.#known = here;
      return mine;
    }
    const text = (this.#known = stored(KEPT));
    // Of a damaged text this window may have what it was before.
    return text === null ? undefined : (this.#read(text) ?? mine);
  }

  #read(text: string): Kept | undefined {
    const kept = readKept(text);
    if (!kept) this.#setDamagedAside(text);
    return kept;
  }

  /** What was restored last has moves that cannot be: it is set aside like any other damage. */
  refuse(): void {
    if (this.#known !== null) this.#setDamagedAside(this.#known);
  }

  /** Takes a damaged text out of the way, as it is: who knows what may yet be read of it. */
  #setDamagedAside(text: string): void {
    const isShared = stored(KEPT) === text;
    const before = stored(DAMAGED);
    const isNew = before === null || !before.includes(text);
    try {
      // First its own place is made free: where there is no room, there is no room for a second one.
      if (isShared) localStorage.removeItem(KEPT);
      if (isNew) localStorage.setItem(DAMAGED, [before, text].filter((one) => one !== null).join('\n'));
    } catch {
      if (isShared) this.#close(text);
      return;
    }
    if (storedHere() === text) storeHere(null);
    this.#known = stored(KEPT);
    this.hasDamaged = true;
    tell('The analysis that this browser kept is damaged. It is set aside as it is: “FEN and PGN” saves it to a file.', true);
  }

  /** Leaves what is damaged where it is, and writes nothing over it. */
  #close(text: string): void {
    try {
      localStorage.setItem(KEPT, text);
    } catch {
      // It lay there a moment ago; should it not fit again, this window still has it.
      storeHere(text);
    }
    this.#isClosed = true;
    tell('The analysis that this browser kept is damaged, and stays as it is: save what you do now as PGN before you leave.', true);
  }

  /** The damaged texts, to be saved. */
  get damaged(): string {
    return stored(DAMAGED) ?? '';
  }

  /** They are saved elsewhere, or nobody wants them. */
  forgetDamaged(): void {
    try {
      localStorage.removeItem(DAMAGED);
    } catch {
      // A browser that refuses storage has none of them either.
    }
    this.hasDamaged = false;
  }

  /** Keeps an analysis. What another window kept meanwhile is set aside. */
  write(kept: Kept): void {
    const text = JSON.stringify(kept);
    if (text === this.#known || this.#isClosed) return;
    this.#setAside();
    // The review of a very long game may be more than a browser keeps; the moves are what matters.
    if (this.#store(text) || (kept.review && this.#store(JSON.stringify({ ...kept, review: undefined })))) return;
    if (!this.#isToldOfLoss) tell('This browser does not keep the analysis: save it as PGN before you leave.', true);
    this.#isToldOfLoss = true;
  }

  /** Two windows were changed: what the other one kept is set aside, and somebody is told. */
  #setAside(): void {
    const theirs = stored(KEPT);
    if (theirs === null || !this.isOvertaken) return;
    if (!readKept(theirs)) return this.#setDamagedAside(theirs);
    try {
      localStorage.setItem(OTHER, theirs);
    } catch {
      // Then there is no room for both, and what was done last counts.
      return;
    }
    this.hasOther = true;
    tell('Another window has changed the analysis too. Its game is set aside: “FEN and PGN” brings it back.', true);
  }

  /** Another game takes the place of one that somebody has worked on: that is set aside, and somebody is told. */
  makeRoom(): void {
    const sound = [storedHere(), stored(KEPT)].find((text): text is string => text !== null && this.#read(text) !== undefined);
    if (sound === undefined || !readKept(sound)?.isChanged) return;
    try {
      localStorage.setItem(OTHER, sound);
    } catch {
      // What cannot be kept cannot be brought back either.
      return;
    }
    this.hasOther = true;
    tell('The analysis that was here is set aside: “FEN and PGN” brings it back.');
  }

  /** Brings back what was set aside; what is kept now is set aside instead. Whether there is something to restore. */
  bringOther(): boolean {
    const theirs = stored(OTHER);
    this.hasOther = false;
    if (theirs === null) return false;
    const ours = stored(KEPT);
    if (!readKept(theirs)) {
      this.#forgetOther();
      this.#setDamagedAside(theirs);
      return false;
    }
    try {
      localStorage.setItem(KEPT, theirs);
      storeHere(theirs);
      if (ours !== null) localStorage.setItem(OTHER, ours);
      this.hasOther = ours !== null;
    } catch {
      tell('This browser has no room for both games: save this one as PGN first.', true);
      return false;
    }
    return true;
  }

  #forgetOther(): void {
    try {
      localStorage.removeItem(OTHER);
    } catch {
      // Then it is offered again.
    }
  }

  /** Whether another page has kept its analysis since. */
  get isOvertaken(): boolean {
    return stored(KEPT) !== this.#known;
  }

  /** Whether the browser keeps a text. */
  #store(text: string): boolean {
    try {
      localStorage.setItem(KEPT, text);
      storeHere(text);
      this.#known = text;
      return true;
    } catch {
      return false;
    }
  }
}

/** What the browser keeps under a name; nothing where it keeps nothing, or refuses to. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** What this window has kept: it survives a reload, and no other window writes it. */
function storedHere(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function storeHere(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, text);
  } catch {
    // Then this window goes on with what all of them keep.
  }
}

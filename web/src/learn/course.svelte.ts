// The course as a whole: which lessons there are, and the words that it explains.

import { connection } from '../connection/socket.svelte';
import type { GlossaryWord, LessonHead } from '../protocol/messages';

class Course {
  lessons: readonly LessonHead[] | undefined = $state.raw();
  /** Whether a lesson is about to be printed: then all that is in it is searched, in sight or not. */
  isPrinting = $state(false);
  #words: ReadonlyMap<string, GlossaryWord> = $state.raw(new Map());
  #isAsked = false;

  /** Asks for it once; what is shown meanwhile goes without. */
  want(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    connection.ask({ type: 'course' }).then(
      (answer) => {
        if (answer.type !== 'course') return;
        this.lessons = answer.lessons;
        const known = new Map<string, GlossaryWord>();
        // A short form may be a word of its own, which then means itself.
        for (const word of answer.words) if (word.short) known.set(word.short.toLowerCase(), word);
        for (const word of answer.words) known.set(word.word.toLowerCase(), word);
        this.#words = known;
      },
      // The next view that needs it asks again.
      () => (this.#isAsked = false),
    );
  }

  /** A word of the glossary, by its name in full or in short. */
  word(name: string): GlossaryWord | undefined {
    return this.#words.get(name.toLowerCase());
  }

  /** A search or an evaluation by its full name, or by that of its lesson, with the short one behind: `M&N backup (mn)`. */
  fullName(name: string): string {
    const [plain = ''] = name.split(':');
    const full = this.word(plain)?.word ?? this.lessons?.find((lesson) => lesson.id === plain)?.title;
    return full === undefined || full === name ? name : `${full} (${name})`;
  }
}

export const course = new Course();

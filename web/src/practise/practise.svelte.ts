// Practice with positions of one's own games: what there is, which one is on the board, what became of the tries.

import { announce, tell } from '../announce.svelte';
import { connection, sentence } from '../connection/socket.svelte';
import type { AttemptView, LessonView, PracticeView } from '../protocol/messages';

export class Practise {
  view: PracticeView | undefined = $state.raw();
  lesson: LessonView | undefined = $state.raw();
  attempt: AttemptView | undefined = $state.raw();
  /** The motif that is practised; all of them if empty. */
  motif = $state('');
  /** Whether the coach looks at a try. */
  isBusy = $state(false);
  /** How many of the kept games were looked through; nothing while none are. */
  progress: { done: number; total: number } | undefined = $state.raw();
  #isFirst = true;
  #stop: (() => void) | undefined;

  /** Whether the position is solved, or given up. */
  get isDone(): boolean {
    return !!this.attempt?.best;
  }

  async load(): Promise<void> {
    try {
      const answer = await connection.ask({ type: 'practice' });
      if (answer.type === 'practice') this.view = answer;
    } catch (error) {
      tell(sentence(error), true);
    }
  }

  /** The next position that is due; none, with a word, if there is none. */
  async next(): Promise<void> {
    try {
      const answer = await connection.ask({ type: 'nextLesson', motif: this.motif || null });
      if (answer.type !== 'lesson') return;
      this.lesson = answer;
      this.attempt = undefined;
      this.#isFirst = true;
    } catch (error) {
      this.lesson = undefined;
      tell(sentence(error));
    }
  }

  /** Tries a move; without one, somebody gives up. */
  async try(text: string | null): Promise<boolean> {
    if (!this.lesson || this.isBusy || this.isDone) return false;
    this.isBusy = true;
    try {
      const answer = await connection.ask({ type: 'tryLesson', lesson: this.lesson.lesson, text, isFirst: this.#isFirst });
      if (answer.type !== 'attempt') return false;
      this.#isFirst = false;
      this.attempt = answer;
      announce(answer.text);
      void this.load();
      return answer.isRight;
    } catch (error) {
      tell(sentence(error), true);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** Looks through kept games for positions to practise. */
  prepare(): void {
    this.progress = { done: 0, total: this.view?.unseen ?? 0 };
    this.#stop = connection.follow(
      { type: 'preparePractice' },
      (message) => {
        if (message.type === 'practiceProgress') this.progress = message;
        else if (message.type === 'practice') {
          this.end();
          this.view = message;
          announce('The games were looked through.');
        }
      },
      (error) => {
        this.end();
        tell(sentence(error), true);
      },
    );
  }

  /** Ends looking through games; what was found is kept. */
  stop(): void {
    if (!this.progress) return;
    this.end();
    connection.ask({ type: 'stopPractice' }).then(
      () => void this.load(),
      () => undefined,
    );
  }

  end(): void {
    this.#stop?.();
    this.progress = undefined;
  }
}

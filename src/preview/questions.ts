/**
 * The questions that pages asked while they were built, each recorded once for all pages. After a change all of them
 * are asked again. A page is still up to date if none of the answers to its questions has changed since.
 */
import { isDeepStrictEqual } from 'node:util';
import { answerIn, type PageQuestion } from '../render/remember/world.ts';
import type { World } from '../render/outputs.ts';

export interface AskedQuestion {
  readonly question: PageQuestion;
  answer: unknown;
  /** The round in which the answer last changed. */
  changedAt: number;
  /** The last round in which a page depended on it. */
  neededAt: number;
}

export class Questions {
  readonly #asked = new Map<PageQuestion, AskedQuestion>();
  #round = 0;

  get round(): number {
    return this.#round;
  }

  noted(question: PageQuestion, world: World): AskedQuestion {
    let asked = this.#asked.get(question);
    if (!asked) {
      const answer = answerIn(question, world);
      asked = { question, answer, changedAt: this.#round, neededAt: this.#round };
      this.#asked.set(question, asked);
    }
    asked.neededAt = this.#round;
    return asked;
  }

  /** Starts a round: everything is asked again. Returns whether any answer changed. */
  askAgain(world: World): boolean {
    this.#round++;
    let changed = false;
    for (const asked of this.#asked.values()) {
      const answer = answerIn(asked.question, world);
      if (!isSameAnswer(asked.answer, answer)) {
        asked.changedAt = this.#round;
        changed = true;
      }
      // Even if the answer is equal, so that the previous one can be released.
      asked.answer = answer;
    }
    return changed;
  }

  /** Forgets questions that no page depends on any more; `needed` yields all that are still in use. */
  forgetAllBut(needed: Iterable<readonly AskedQuestion[]>): void {
    for (const questions of needed) for (const asked of questions) asked.neededAt = this.#round;
    for (const [question, { neededAt }] of this.#asked) if (neededAt < this.#round) this.#asked.delete(question);
  }

  [Symbol.iterator](): Iterator<AskedQuestion> {
    return this.#asked.values();
  }
}

/** Documents are compared by identity, lists by their members, and parts of a document by value. */
function isSameAnswer(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return false;
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((each, index) => isSameMember(each, after[index]));
  return !isDocument(before) && isDeepStrictEqual(before, after);
}

const isSameMember = (before: unknown, after: unknown): boolean =>
  before === after ||
  (typeof before === 'object' && before !== null && !isDocument(before) && isDeepStrictEqual(before, after));

/** Entities and entries of the programme. */
const isDocument = (value: object): boolean => 'document' in value || 'entity' in value;

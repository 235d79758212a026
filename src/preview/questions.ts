/**
 * The questions that pages asked while they were built, each recorded once for all pages. After a change all of them
 * are asked again. A page is still up to date if none of the answers to its questions has changed since.
 */
import { isDeepStrictEqual } from 'node:util';

export interface Question<World> {
  readonly name: string;
  readonly ask: (world: World) => unknown;
  answer: unknown;
  /** The round in which the answer last changed. */
  changedAt: number;
  /** The last round in which a page depended on it. */
  neededAt: number;
}

export class Questions<World> {
  readonly #known = new Map<string, Question<World>>();
  #round = 0;

  get round(): number {
    return this.#round;
  }

  noted(name: string, ask: (world: World) => unknown, world: World): Question<World> {
    let question = this.#known.get(name);
    if (!question) {
      question = { name, ask, answer: ask(world), changedAt: this.#round, neededAt: this.#round };
      this.#known.set(name, question);
    }
    question.neededAt = this.#round;
    return question;
  }

  /** Starts a round: everything is asked again. Returns whether any answer changed. */
  askAgain(world: World): boolean {
    this.#round++;
    let changed = false;
    for (const question of this.#known.values()) {
      const answer = question.ask(world);
      if (!isSameAnswer(question.answer, answer)) {
        question.changedAt = this.#round;
        changed = true;
      }
      // Even if the answer is equal, so that the previous one can be released.
      question.answer = answer;
    }
    return changed;
  }

  /** Forgets questions that no page depends on any more; `needed` yields all that are still in use. */
  forgetAllBut(needed: Iterable<readonly Question<World>[]>): void {
    for (const questions of needed) for (const question of questions) question.neededAt = this.#round;
    for (const [name, { neededAt }] of this.#known) if (neededAt < this.#round) this.#known.delete(name);
  }

  [Symbol.iterator](): Iterator<Question<World>> {
    return this.#known.values();
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

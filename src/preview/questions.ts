/**
 * What pages have asked while they were made, each question once for all of them. After a change all are asked again;
 * a page is still right when none of its questions has got another answer since.
 */
import { isDeepStrictEqual } from 'node:util';

export interface Question<World> {
  readonly name: string;
  readonly ask: (world: World) => unknown;
  answer: unknown;
  /** The round in which the answer became this one. */
  changedAt: number;
  /** The last round in which somebody still depended on it. */
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

  /** Begins a round: everything is asked again. Tells whether anything has another answer. */
  askAgain(world: World): boolean {
    this.#round++;
    let changed = false;
    for (const question of this.#known.values()) {
      const answer = question.ask(world);
      if (!isSameAnswer(question.answer, answer)) {
        question.changedAt = this.#round;
        changed = true;
      }
      // Also where it says the same, so that what was said before can be forgotten.
      question.answer = answer;
    }
    return changed;
  }

  /** Forgets what nobody depends on any more; `needed` goes through everything that somebody does. */
  forgetAllBut(needed: Iterable<readonly Question<World>[]>): void {
    for (const questions of needed) for (const question of questions) question.neededAt = this.#round;
    for (const [name, { neededAt }] of this.#known) if (neededAt < this.#round) this.#known.delete(name);
  }

  [Symbol.iterator](): Iterator<Question<World>> {
    return this.#known.values();
  }
}

/** Documents are the same when they are the same object; lists, when their members are; parts of a document, by value. */
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

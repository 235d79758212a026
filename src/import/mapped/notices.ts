import { count } from '../../diagnostics/count.ts';
import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import { unreadable } from '../source.ts';

/** What people should know of the way in which values were read. */
const NOTES = {
  excel: (times: number) =>
    `${times === 1 ? '1 date or time is a number' : `${times} dates or times are numbers`}, as Excel stores them`,
  'two-digit-year': (times: number) => `${count(times, 'date')} with a year of two digits, in this century`,
  'whole day': (times: number) => `${count(times, 'date')} without a time of day: these entries last whole days`,
  overnight: (times: number) => `${times === 1 ? '1 entry ends' : `${times} entries end`} after midnight`,
  'decimal comma': (times: number) => `${count(times, 'number')} with a decimal comma`,
  'same row': (times: number) => `${count(times, 'row')} equal to another one`,
  'repeated key': (times: number) =>
    `${count(times, 'key')} in several rows: these entries are numbered in the order of their times`,
};

export type Note = keyof typeof NOTES;

/** What is noticed while rows are read. */
export class Notices {
  readonly diagnostics: Diagnostic[] = [];
  /** What a broadcast cannot hold. */
  readonly lost = new Map<string, number>();
  readonly #noted = new Map<Note, number>();
  readonly #reported = new Set<string>();
  #refusal: string | undefined;
  #isQuiet = false;

  /** A value that is left out. Several fields may have it from one cell, such as the date of a start and an end. */
  report(at: () => Span, message: string, suggestion?: string): undefined {
    if (this.#isQuiet) return;
    const span = at();
    const key = `${span.file}:${span.line}:${span.column} ${message}`;
    if (!this.#reported.has(key)) this.diagnostics.push(unreadable(span, message, suggestion));
    this.#reported.add(key);
  }

  /** A value without which the record cannot be trusted. */
  refuse(at: () => Span, message: string, suggestion?: string): undefined {
    if (!this.#isQuiet) this.#refusal ??= message;
    this.report(at, message, suggestion);
  }

  note(note: Note): void {
    if (!this.#isQuiet) this.#noted.set(note, (this.#noted.get(note) ?? 0) + 1);
  }

  lose(name: string): undefined {
    if (!this.#isQuiet) this.lost.set(name, (this.lost.get(name) ?? 0) + 1);
  }

  /** What a value would be, without a word about it. */
  quietly<T>(work: () => T): T {
    this.#isQuiet = true;
    try {
      return work();
    } finally {
      this.#isQuiet = false;
    }
  }

  /** The first refusal since the last call: of the row that was just read. */
  takeRefusal(): string | undefined {
    const refusal = this.#refusal;
    this.#refusal = undefined;
    return refusal;
  }

  findings(): readonly string[] {
    return [...this.#noted].map(([note, times]) => NOTES[note](times));
  }
}

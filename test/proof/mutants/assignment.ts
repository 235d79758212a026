import { readFileSync } from 'node:fs';
import type { Numbered } from './instrument.ts';

/** What one process is to do with mutants. */
export interface Assignment {
  readonly mutants: readonly Numbered[];
  /** Where it writes down what it finds, one line of JSON for each `Reached` or `Tried`. */
  readonly report: string;
  /** Which of them reach which tests is found out by running these, with none of the mutants switched on. */
  readonly reach?: readonly string[];
  /** For each mutant the titles of the tests to hold it against, by file. */
  readonly hunts?: readonly Hunt[];
}

export interface Hunt {
  readonly id: number;
  /** Below the repository; all tests of a file where no titles are given. */
  readonly tests: Readonly<Record<string, readonly string[] | null>>;
}

/** A test that passed, and the mutants that it would have run. */
export interface Reached {
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
  readonly ids: readonly number[];
}

export interface Tried {
  readonly id: number;
  readonly is: 'started' | 'ended' | 'killed';
  readonly by?: string;
}

const given = process.env['GITCAST_MUTANTS'];

export const assignment = given === undefined ? undefined : (JSON.parse(readFileSync(given, 'utf8')) as Assignment);

interface Titled {
  readonly name: string;
  readonly suite?: Titled | undefined;
}

/** The title of a test with those of what it stands in, below the suite that holds all of a mutant. */
export const titleOf = ({ name, suite }: Titled, below?: string): string =>
  suite && suite.name !== '' && suite.name !== below ? `${titleOf(suite, below)} > ${name}` : name;

/** Plays many histories and prints the shortest that fails, so that it can be played again. */
// First, since it changes what everything after it is loaded with.
import { play } from './play.ts';
import fc from 'fast-check';
import { histories, parseHistory, scriptOf, type History } from './history.ts';
import { openHost } from './service.ts';

export interface Round {
  readonly state: History['state'];
  readonly runs: number;
  readonly seed: number;
}

/** Gives the history that fails and why, or nothing. */
export async function playAll({ state, runs, seed }: Round): Promise<string> {
  const host = await openHost();
  try {
    const given = process.env['GITCAST_HISTORY'];
    if (given !== undefined) return await told(parseHistory(given), (history) => play(history, host));
    const story = fc.asyncProperty(histories(state), (history) => play(history, host));
    const { failed, counterexample, errorInstance, numShrinks, counterexamplePath } = await fc.check(story, {
      numRuns: runs,
      seed,
    });
    if (!failed) return '';
    const { message } = errorInstance as Error;
    return `a history fails (seed ${seed}, path ${counterexamplePath}, shortened ${numShrinks} times)\n${message}\n\n${scriptOf(counterexample![0])}`;
  } finally {
    host.close();
  }
}

async function told(history: History, act: (history: History) => Promise<void>): Promise<string> {
  try {
    await act(history);
    return '';
  } catch (error) {
    return `${(error as Error).message}\n\n${scriptOf(history)}`;
  }
}

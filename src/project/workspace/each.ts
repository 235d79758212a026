/** A call for each of several broadcasts. */
import { join } from 'node:path';
import type { Ending } from '../calls/call.ts';
import type { Project } from '../project.ts';
import type { Selected, Selection } from './selection.ts';

/** The result of a call for several broadcasts. */
export interface WorkspaceRun<T> extends Selected {
  /** One for each selected broadcast, in the same order. */
  readonly results: readonly BroadcastResult<T>[];
  /** Selected broadcasts that the call does not concern. */
  readonly leftOut: readonly string[];
  /** What is true of any of them. */
  readonly ending: Ending;
}

/** The result for one broadcast. */
export type BroadcastResult<T> =
  /** The call returned. */
  | { readonly folder: string; readonly outcome: 'done'; readonly result: T }
  /** The call threw this error, usually a `UserError`. */
  | { readonly folder: string; readonly outcome: 'failed'; readonly error: unknown }
  /** The call was stopped before. */
  | { readonly folder: string; readonly outcome: 'not-started' };

/** How a call ended. */
export interface Ended {
  /** What is true of its result. */
  readonly ending: Ending;
}

/** Which broadcasts a call works on, and how many at the same time. */
export interface EachOptions extends Selection {
  /** How many broadcasts are worked on at the same time (default: 4). */
  readonly atOnce?: number | undefined;
  /** Looks at all selected broadcasts before the first call, and returns those to leave out. Throws to refuse all. */
  readonly before?: ((projects: ReadonlyMap<string, Project>) => Promise<readonly string[]>) | undefined;
}

/** Calls a function with the project of each selected broadcast. */
export type Each = <T extends Ended>(
  options: EachOptions,
  call: (project: Project, folder: string) => Promise<T>,
) => Promise<WorkspaceRun<T>>;

/** The saved plan of a broadcast in a folder of plans. */
export const planFile = (plans: string, folder: string): string =>
  join(plans, `${folder === '.' ? 'root' : folder}.json`);

/** A place where a site is published. Each type of host has one implementation. */
import { RemoteError, UserError } from '../diagnostics/errors.ts';
import type { FilePlan, Present } from './publish-plan.ts';
import type { Publication, Restorable } from './publication.ts';

export interface PublishHost {
  /** For display, without credentials. */
  readonly where: string;
  /** Reads what is published. Changes nothing. */
  readonly look: () => Promise<View>;
}

export interface View extends Present {
  readonly notes: readonly string[];
  /** The number of the live release, if its record is lost. */
  readonly after?: number;
  /** Makes the plan true, and returns notes about what it could not do. Throws if the host changed since it was read. */
  readonly publish: (release: Release) => Promise<readonly string[]>;
}

export interface Release {
  readonly plan: FilePlan;
  readonly next: Publication;
  readonly source: FileSource;
  readonly watch: Watch;
}

export interface Watch {
  readonly signal: AbortSignal | undefined;
  /** After each file. */
  readonly onFile: (path: string) => void;
}

/** Where the bytes come from: a built site on this machine, or a release that the host still has. */
export type FileSource =
  | { readonly type: 'folder'; readonly folder: string }
  | { readonly type: 'earlier'; readonly release: Restorable };

/** Before each file: what was sent is never cut short. */
export function stopIfAsked({ signal }: Pick<Watch, 'signal'>): void {
  if (!signal?.aborted) return;
  throw new RemoteError('publishing was interrupted before its end', {
    type: 'interrupted',
    suggestion: 'run gitcast publish again to continue',
  });
}

export const changedFile = (file: string): UserError =>
  new UserError(`${file} changed after the plan was made, so nothing was switched`, {
    suggestion: 'run gitcast build, then gitcast publish again',
  });

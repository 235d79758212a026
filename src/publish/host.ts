/** A place where a site is published. Each type of host has one implementation. */
import { RemoteError } from '../diagnostics/errors.ts';
import type { FilePlan, Present } from './plan.ts';
import type { Publication, Restorable } from './publication.ts';

export interface Host {
  /** For display, without credentials. */
  readonly where: string;
  /** Reads what is published. Changes nothing. */
  readonly look: () => Promise<View>;
  readonly close: () => Promise<void>;
}

export interface View extends Present {
  readonly notes: readonly string[];
  /** Makes the plan true. Throws if the host changed since it was read. */
  readonly publish: (release: Release) => Promise<void>;
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

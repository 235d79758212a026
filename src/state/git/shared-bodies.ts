/** The stored texts of Markdown bodies for a shared state: on this machine, and in the commits on the state's ref. */
import type { Git } from '../../git/git.ts';
import { newBlob, type NewObject, type ObjectFormat } from '../../git/new-objects.ts';
import { readObjects } from '../../git/objects.ts';
import { digest } from '../../values/digest.ts';
import type { KnownTip } from './known-tip.ts';
import type { LocalRuns } from './local-runs.ts';
import { BODIES, type StateCommit } from './state-commit.ts';

export interface SharedBodiesParts {
  readonly git: Git;
  readonly local: LocalRuns;
  readonly tip: KnownTip;
}

export class SharedBodies {
  readonly #parts: SharedBodiesParts;

  constructor(parts: SharedBodiesParts) {
    this.#parts = parts;
  }

  async read(name: string): Promise<string | undefined> {
    const { git, local, tip } = this.#parts;
    const kept = await local.bodies.read(name);
    if (kept !== undefined) return kept;
    // The text belongs to the state that was loaded, even if others have written since.
    const blob = (tip.seen ?? (await tip.read())).blobs.get(BODIES + name);
    const text = blob === undefined ? undefined : (await readObjects(git, [blob])).get(blob)?.toString();
    return text !== undefined && digest(text) === name ? text : undefined;
  }

  /** The named bodies that the commit lacks and this machine has, as blobs. */
  async blobs(
    names: ReadonlySet<string>,
    on: StateCommit,
    format: ObjectFormat,
  ): Promise<ReadonlyMap<string, NewObject>> {
    const blobs = new Map<string, NewObject>();
    for (const name of names) {
      const text = on.blobs.has(BODIES + name) ? undefined : await this.#parts.local.bodies.read(name);
      if (text !== undefined) blobs.set(name, newBlob(format, text));
    }
    return blobs;
  }
}

/** The stored texts of Markdown bodies for a shared state: on this machine, and in the commits on the state's ref. */
import { join } from 'node:path';
import type { Git } from '../../git/git.ts';
import { readObjects, writeBlobsOf } from '../../git/objects.ts';
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
    const blob = (await tip.read()).blobs.get(BODIES + name);
    const text = blob === undefined ? undefined : (await readObjects(git, [blob])).get(blob)?.toString();
    return text !== undefined && digest(text) === name ? text : undefined;
  }

  /** The named bodies that the commit lacks and this machine has, as blobs. */
  async blobs(names: ReadonlySet<string>, on: StateCommit): Promise<ReadonlyMap<string, string>> {
    const { git, local } = this.#parts;
    const kept: string[] = [];
    for (const name of names) {
      if (!on.blobs.has(BODIES + name) && (await local.bodies.read(name)) !== undefined) kept.push(name);
    }
    const paths = kept.map((name) => join(local.bodiesFolder, name));
    const ids = await writeBlobsOf(git, paths);
    return new Map(kept.map((name, index) => [name, ids[index]!]));
  }
}

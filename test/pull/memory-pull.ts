/** A pull without disk, network or git: in-memory files against the target of the differ's tests. */
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { readLayer } from '../../src/content/target-content.ts';
import { checkContent, type Checked } from '../../src/model/check-content.ts';
import type { PlanInput } from '../../src/plan/context.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { environmentOf, type Environment } from '../../src/pull/environment.ts';
import { planPull, type PlannedPull } from '../../src/pull/make-pull-plan.ts';
import { editsOf } from '../../src/pull/pull-plan.ts';
import { baseAfter } from '../../src/pull/base-after.ts';
import type { World } from '../plan/world.ts';

const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en', 'es'] as const };

/** A repository with one target. */
export function alone(files: Readonly<Record<string, string>>): Environment {
  const shared = readLayer({ files: memoryFiles(files), prefix: '' });
  const layers = { prefix: '', targets: ['test'], shared, overlays: new Map<never, never>() };
  return environmentOf({ target: 'test', others: [], overlay: '../content.test/', layers, settings: SETTINGS });
}

export class MemoryRepository {
  readonly #world: World;
  readonly #bodies = new Map<string, string>();
  files: Record<string, string> = {};

  constructor(world: World, files: Readonly<Record<string, string>> = {}) {
    this.#world = world;
    this.files = { ...files };
  }

  check(): Checked {
    return checkContent(readContent(memoryFiles(this.files), { prefix: '' }), SETTINGS);
  }

  input(): PlanInput {
    return this.#world.input({}, { input: { broadcast: this.check().broadcast } });
  }

  plan(): Plan {
    return makePlan(this.input());
  }

  pull({ theirs = false }: { theirs?: boolean } = {}): PlannedPull {
    const input = this.input();
    const planned = planPull({
      input,
      plan: makePlan(input),
      theirs,
      ancestors: this.#bodies,
      prefix: '',
      isProtected: () => false,
      environment: alone(this.files),
    });
    for (const edit of editsOf(planned.proposals)) {
      if (edit.kind === 'delete') delete this.files[edit.file];
      else this.files[edit.file] = edit.text;
    }
    const entries = new Map(this.#world.base.entries);
    for (const settled of baseAfter(planned.proposals, planned.after, input)) {
      if (settled.type === 'forgotten') entries.delete(settled.address);
      else {
        if (settled.from !== undefined) entries.delete(settled.from);
        entries.set(settled.address, settled.entry);
        if (settled.body !== undefined) this.#bodies.set(settled.address, settled.body);
      }
    }
    this.#world.base = { ...this.#world.base, entries };
    return planned;
  }
}

/** Imports in memory: files, a source and the base of the import, without a disk. */
import { memoryFiles } from '../../src/content/files.ts';
import { contentFor, readLayer, type TargetLayers } from '../../src/content/target-content.ts';
import { isError } from '../../src/diagnostics/diagnostic.ts';
import { memoryWorkTree } from '../../src/git/work-tree.ts';
import { fileKinds, type KindName } from '../../src/kinds/registry.ts';
import { checkContent } from '../../src/model/check-content.ts';
import type { RemoteRecord, Snapshot } from '../../src/model/snapshot.ts';
import { NO_CHOICES } from '../../src/plan/context.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { importInput } from '../../src/project/import/import-input.ts';
import { environmentOf } from '../../src/pull/environment.ts';
import { memoryFolder } from '../pull/memory-folder.ts';
import type { Pulled } from '../../src/pull/pull-plan.ts';
import { runPull } from '../../src/pull/run-pull.ts';
import { remember } from '../../src/state/remember.ts';
import { modelSettings } from '../../src/repository/repository.ts';
import { loadConfig } from '../../src/repository/load-config.ts';
import type { Lock } from '../../src/state/file/lock.ts';
import { EMPTY_STATE, withLines } from '../../src/state/replay.ts';
import type { JournalLine } from '../../src/state/journal-line.ts';
import type { LoadedState, State, StateStore } from '../../src/state/store.ts';
import { systemClock } from '../../src/machine/clock.ts';

const SETTINGS = 'guard: { deletes: { count: 1000, percent: 100 } }\nsite: { timezone: Europe/Paris }\n';
const config = loadConfig({ cwd: '/', env: {}, text: SETTINGS });
const settings = modelSettings(config);

export type ImportedObject = Pick<RemoteRecord, 'kind' | 'id' | 'fields' | 'keyGroup'>;

interface Manner {
  readonly theirs?: boolean;
  readonly ours?: boolean;
  /** Default: as many as there are. */
  readonly allowDeletes?: number;
}

/** A repository that one source is imported into. */
export class ImportingRepository {
  readonly files = new Map([['broadcast.yaml', 'name: Test\n']]);
  #state: LoadedState = { ...EMPTY_STATE, interrupted: false };
  readonly #bodies = new Map<string, string>();

  /** The base is written to a file and read again by a fresh clone: nothing else is remembered. */
  async import(objects: readonly ImportedObject[], covered: readonly KindName[], manner: Manner = {}): Promise<Pulled> {
    const layers = this.#layers();
    const { broadcast, diagnostics } = checkContent(contentFor('local', layers), settings);
    const errors = diagnostics.filter(isError);
    if (errors.length > 0)
      throw new Error(`the files of the test are wrong: ${errors[0]!.message} ${errors[0]!.at.file}`);
    const state = this.#state;
    const snapshot = snapshotOf(objects, covered);
    const adoptsAlike = (manner.theirs ?? manner.ours) === true;
    const compared = {
      broadcast,
      state,
      snapshot,
      choices: { ...NO_CHOICES, allowDeletes: manner.allowDeletes ?? 1000 },
      renames: new Map(),
      adoptsAlike,
      clock: systemClock,
    };
    const { input, moves, notes } = importInput(config, compared);
    const lock = { id: '1' } as Lock;
    const store = this.#store();
    await remember(moves, store, lock);
    const pulled = await runPull({
      input,
      plan: makePlan(input),
      folder: memoryFolder(this.files),
      workTree: memoryWorkTree([]),
      environment: environmentOf({ target: 'local', others: [], overlay: '../content.local/', layers, settings }),
      prefix: 'content/',
      store,
      lock,
      theirs: manner.theirs ?? false,
      ours: manner.ours ?? false,
      allFields: true,
      source: { argument: 'source', placeOf: () => undefined },
      force: false,
    });
    return { ...pulled, notes: [...pulled.notes, ...notes] };
  }

  #layers(): TargetLayers {
    const files = memoryFiles(Object.fromEntries(this.files));
    return {
      prefix: 'content/',
      targets: ['local'],
      shared: readLayer({ files, prefix: 'content/' }),
      overlays: new Map(),
    };
  }

  #store(): StateStore {
    const lines: JournalLine[] = [];
    const journal = {
      append: async (...more: readonly JournalLine[]) => void lines.push(...more),
      close: async () => {},
      announce: () => {},
      stateAfter: async ({ base }: State) => withLines({ base, unfinished: [] }, lines.splice(0)),
    };
    const keepBody = async (text: string): Promise<string> => {
      const name = String(this.#bodies.size);
      this.#bodies.set(name, text);
      return name;
    };
    return {
      load: async () => this.#state,
      save: async (state: State) => {
        this.#state = { ...state, interrupted: false };
      },
      journal: () => journal,
      keepBody,
      body: async (name: string) => this.#bodies.get(name),
    } as unknown as StateStore;
  }
}

function snapshotOf(objects: readonly ImportedObject[], covered: readonly KindName[]): Snapshot {
  const records = (kind: KindName) =>
    new Map(
      objects.filter((each) => each.kind === kind).map((each) => [each.id, { ...each, hidden: [], hasFacts: true }]),
    );
  const kinds = fileKinds.map(({ name }) => {
    const reading = covered.includes(name)
      ? ({ type: 'read', records: records(name) } as const)
      : ({ type: 'unreadable' } as const);
    return [name, reading] as const;
  });
  return { target: 'source', kinds: new Map(kinds), startedAt: 0, requests: 0 };
}

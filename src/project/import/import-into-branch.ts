/** Imports into a commit on a separate branch, for a pull request. The state of the import is part of that commit. */
import { join, relative } from 'node:path';
import { count } from '../../diagnostics/count.ts';
import { pathInRepository } from '../../git/remote.ts';
import { updateSideBranch, type ChangedFile } from '../../git/side-branch.ts';
import { configOf, refuseLinkedSources } from '../../repository/load-config.ts';
import { ChangeSet } from '../change-set.ts';
import { holdingSignals } from '../../machine/hold-signals.ts';
import { gitOf } from '../../repository/project-git.ts';
import type { Config } from '../../config/config.ts';
import { importStore } from '../../target/stores.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { needed, text, unwritten, type OptionsOf } from '../calls/option.ts';
import type { Outside } from '../outside.ts';
import { branchesOf, proposed, pullEditsOptions, type ProposedEdits } from '../pull/pull-into-branch.ts';
import { askedImport } from './asked-import.ts';
import { importInto, type ImportedSource } from './import-source.ts';
import { readImport, type ReadSource } from './read-import.ts';

const { base, push } = pullEditsOptions;

const proposeImportOptions = {
  source: needed(unwritten<string>('The name of an import in the configuration')),
  branch: text('NAME', 'Commit to this branch instead of writing files, for a pull request'),
  base,
  push,
};

/** The options of `proposeImport`. */
export interface ProposeImportOptions extends OptionsOf<typeof proposeImportOptions> {}

export const listImports = defineCall({}, async (outside): Promise<readonly string[]> =>
  Object.keys(configOf(outside).imports),
);

/** Once, for a scheduled job. */
export const proposeImport = defineCall(
  proposeImportOptions,
  async (outside, options: ProposeImportOptions): Promise<Reported<ProposedEdits>> => {
    const config = configOf(outside);
    const asked = askedImport(config, outside.folder, { source: options.source });
    const named = { ...options, branch: options.branch ?? `gitcast/import-${asked.name}` };
    const { base: onto, branch: side, remote } = await branchesOf(config, named);
    const read = await readImport(config, asked, outside);
    const inRepository = await pathInRepository(gitOf(config));
    let found: ImportedSource | undefined;
    const place = { folder: config.root, env: config.programEnvironment(), base: onto, branch: side, remote };
    const edit = async (folder: string): Promise<readonly string[]> => {
      const there = { ...config, root: join(folder, inRepository) };
      refuseLinkedSources(there);
      const { imported, written } = await importThere(there, read, outside);
      found = imported;
      return written.map((path) => relative(folder, path));
    };
    const message = (files: readonly ChangedFile[]): string =>
      [
        `content: ${count(files.length, 'file')} from ${asked.name}`,
        '',
        ...files.map(({ path, change }) => `- ${path} (${change})`),
      ].join('\n');
    const owned = { ...place, owner: `import.${asked.name}` };
    const updating = holdingSignals(() => updateSideBranch(owned, { edit, message }));
    const report = updating.then(({ held: _, ...updated }) => {
      const { conflicts = [], skipped = [], notes = [] } = found ?? {};
      return { conflicts, skipped, notes, ...updated };
    });
    const { ending, ...reported } = await proposed({ base: onto, branch: side }, report);
    return { ...reported, ending: { ...ending, left: ending.left === true || found?.ending.left === true } };
  },
);

async function importThere(config: Config, read: ReadSource, outside: Outside) {
  const changes = new ChangeSet(config.root);
  const store = importStore(config, read.name, changes.disk());
  const options = { force: true };
  return whileLocked(waitForLock(store, { config, command: 'import', outside }), async (lock) => {
    const imported = await importInto({ config, cwd: config.root, read, options, outside, store, lock, changes });
    return { imported, written: await changes.make() };
  });
}

/** Small records that several clones keep on one ref, each a file of its commit. The newest commit has all of them. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Git } from '../../git/git.ts';
import { newBlob, newCommit, newTree, type Author } from '../../git/new-objects.ts';
import { entriesOf, readObjects } from '../../git/objects.ts';
import { readSettings, type GitSettings } from '../../git/settings.ts';
import type { SharedRefs } from '../../git/shared-refs.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import { namespaceOf, openRefs } from './state-ref.ts';

export interface RecordRefOptions {
  readonly git: Git;
  /** The sort of records, which is part of the ref's name. */
  readonly sort: string;
  readonly target: string;
  readonly identity: TargetIdentity;
  /** The remote's name, if it is not the default. */
  readonly remote?: string | undefined;
  readonly author: Author;
  /** Set to false if earlier records are of no use: the ref then has one commit (default: true). */
  readonly keepsHistory?: boolean;
}

/** The text of each record, by its name. */
export type Records = ReadonlyMap<string, string>;

const TRIES = 20;

export class RecordRef {
  readonly name: string;
  readonly #options: RecordRefOptions;
  #opened: Promise<{ readonly settings: GitSettings; readonly refs: SharedRefs }> | undefined;

  constructor(options: RecordRefOptions) {
    const { sort, target, identity } = options;
    this.#options = options;
    this.name = `${namespaceOf(identity.folder)}${sort}/${target}`;
  }

  async read(): Promise<Records> {
    return (await this.#tip()).records;
  }

  /** Changes the records, once more whenever another clone was faster. */
  async change(edit: (records: Records) => Records, message: string): Promise<void> {
    const { settings, refs } = await this.#open();
    for (let tries = 0; tries < TRIES; tries++) {
      const { id, records } = await this.#tip();
      const { to, objects } = this.#commit(edit(records), { message, id, settings });
      if ((await refs.change([{ ref: this.name, from: id, to, objects }])) === 'changed') return;
    }
    throw new UserError(`${this.name} was changed by others at every try`, { suggestion: 'try again' });
  }

  async #tip(): Promise<{ readonly id: string | undefined; readonly records: Records }> {
    const { git } = this.#options;
    const { refs } = await this.#open();
    const seen = await refs.look(this.name, ['']);
    const tree = seen?.inside.get('');
    if (!seen || !tree) return { id: undefined, records: new Map() };
    const blobs = entriesOf(tree).filter(({ type }) => type === 'blob');
    const bytes = await readObjects(
      git,
      blobs.map(({ id }) => id),
    );
    return { id: seen.id, records: new Map(blobs.map(({ name, id }) => [name, bytes.get(id)?.toString() ?? ''])) };
  }

  #commit(
    records: Records,
    {
      message,
      id,
      settings,
    }: { readonly message: string; readonly id: string | undefined; readonly settings: GitSettings },
  ) {
    const { format } = settings;
    const blobs = [...records].map(([name, text]) => ({ name, blob: newBlob(format, text) }));
    const tree = newTree(
      format,
      blobs.map(({ name, blob }) => ({ type: 'blob', name, id: blob.id })),
    );
    const { author, keepsHistory = true } = this.#options;
    const parents = id === undefined || !keepsHistory ? [] : [id];
    const commit = newCommit(format, { tree: tree.id, parents, message, author });
    return { to: commit.id, objects: [...blobs.map(({ blob }) => blob), tree, commit] };
  }

  #open() {
    return (this.#opened ??= readSettings(this.#options.git).then(async (settings) => {
      const { identity, target, sort } = this.#options;
      const names = { below: namespaceOf(identity.folder), name: target, sorts: [sort] };
      return { settings, refs: await openRefs(this.#options, names, settings) };
    }));
  }
}

/** Small records that several clones keep on one ref, each a file of its commit. The newest commit has all of them. */
import { UserError } from '../../diagnostics/errors.ts';
import { entriesOf, objectMaker, readObjects, type Author, type ObjectMaker } from '../../git/objects.ts';
import type { Git } from '../../git/git.ts';
import { readSettings } from '../../git/git-settings.ts';
import type { SharedRefs } from '../../git/shared-refs.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import { once } from '../../values/once.ts';
import { isEdited, withTree } from './noted-tree.ts';
import { namespaceOf } from '../../git/ref-names.ts';
import { openRefs } from './state-ref.ts';

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

interface Tip {
  readonly id: string | undefined;
  readonly records: Records;
  /** Somebody changed its files by hand. */
  readonly isEdited: boolean;
}

type Edit = (records: Records) => Records | Promise<Records>;

const TRIES = 20;

export class RecordRef {
  readonly name: string;
  readonly #options: RecordRefOptions;
  /** As it was last read or written here. A change that starts from it is refused if another clone was faster. */
  #last: Tip | undefined;
  readonly #open: () => Promise<{ readonly maker: ObjectMaker; readonly refs: SharedRefs }>;

  constructor(options: RecordRefOptions) {
    const { git, sort, target, identity, author } = options;
    const below = namespaceOf(identity.folder);
    this.#options = options;
    this.name = `${below}${sort}/${target}`;
    this.#open = once(async () => {
      const settings = await readSettings(git);
      const refs = await openRefs(options, { below, name: target, sorts: [sort] }, settings);
      return { maker: objectMaker(git, settings, author), refs };
    });
  }

  async read(): Promise<Records> {
    const tip = await this.#tip();
    this.#last = tip;
    if (!tip.isEdited) return tip.records;
    throw new UserError(`${this.name} has other files than gitcast has written there, so no record on it counts`, {
      suggestion: `\`git ls-remote origin ${this.name}\` shows the commit; run the plan jobs of open pull requests again, which replaces it`,
    });
  }

  /**
   * Changes the records, once more whenever another clone was faster. Of a commit that was edited, none is kept. Nothing is
   * written if `edit` returns what it was given.
   *
   * It starts from what was last seen here if that leads to a push, which is refused if it is out of date. Nothing would
   * confirm it otherwise, so an edit that fails or changes nothing is asked again with the current records.
   */
  async change(edit: Edit, message: string): Promise<void> {
    const { maker, refs } = await this.#open();
    const { keepsHistory = true } = this.#options;
    for (let tries = 0; tries < TRIES; tries++) {
      const last = this.#last;
      this.#last = undefined;
      const tip = last ?? (await this.#tip());
      const { id } = tip;
      const before: Records = tip.isEdited ? new Map() : tip.records;
      let next: Records;
      try {
        next = await edit(before);
      } catch (error) {
        if (!last) throw error;
        continue;
      }
      const isSame = next === before && !tip.isEdited;
      if (isSame && !last) return;
      if (isSame) continue;
      const files = new Map([...next].map(([name, text]) => [name, maker.blob(text)]));
      const parents = id === undefined || !keepsHistory ? [] : [id];
      const { id: to, objects } = await maker.commit(files, { parents, message: (tree) => withTree(message, tree) });
      if ((await refs.change([{ ref: this.name, from: id, to, objects }])) !== 'changed') continue;
      this.#last = { id: to, records: next, isEdited: false };
      return;
    }
    throw new UserError(`${this.name} was changed by others at every try`, { suggestion: 'try again' });
  }

  async #tip(): Promise<Tip> {
    const { git } = this.#options;
    const { refs } = await this.#open();
    const seen = await refs.look(this.name, ['']);
    const tree = seen?.inside.get('');
    if (!seen || !tree) return { id: undefined, records: new Map(), isEdited: false };
    const blobs = entriesOf(tree).filter(({ type }) => type === 'blob');
    const ids = blobs.map(({ id }) => id);
    const bytes = await readObjects(git, ids);
    return {
      id: seen.id,
      records: new Map(blobs.map(({ name, id }) => [name, bytes.get(id)?.toString() ?? ''])),
      isEdited: isEdited({ commit: seen.commit, tree: tree.id }),
    };
  }
}

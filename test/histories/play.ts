/**
 * Plays a history and checks the invariants:
 *
 * - After a run that reports success (0), no document is on the target more often than it has a file, except for what
 *   colleagues created. After a run that leaves something open (3, or 4 for an incomplete plan), any extra copy is named
 *   in its output.
 * - What colleagues created or typed stays as it is, unless it was adopted: also in a field that only the target had, and
 *   that the file gets later. A run with --ours may overwrite the fields that the file has, and no others.
 * - No write does anything that today's files do not ask for, and nothing is created while the object of its file is
 *   there: not if a list leaves it out, and not if a colleague deleted it and made it again.
 * - A run that applies a reviewed plan makes one of the same digest, or sends nothing.
 * - Once nothing disturbs any more, everything matches the files within a few runs and the next plan is empty. Anything
 *   that stays open has a reason in the history: a colleague, or a missing operation of this service. What the service
 *   dropped is named by the plan, and a pull leaves the files as they are.
 */
// First, so that everything that follows is loaded with the virtual time and disk.
import { Life, type Death } from './life.ts';
import { run } from '../../src/cli/main.ts';
import {
  bodyOf,
  collectionOf,
  differenceOf,
  fileOf,
  hasDescription,
  type Doc,
  type Folder,
  type Version,
} from './documents.ts';
import type { Act, History, Sync } from './history.ts';
import { stored } from './oddities.ts';
import { Repository } from './repository.ts';
import { World, type Fault, type Fields, type Host, type Stored } from './service.ts';
import { VirtualClock } from './virtual-time.ts';
import { unaskedWrite } from './writes.ts';

interface Ran {
  readonly exitCode: number;
  readonly said: string;
  readonly json: {
    readonly results?: readonly { readonly address: string; readonly outcome: string; readonly error?: string }[];
    readonly changes?: readonly { readonly address: string; readonly action: string }[];
    readonly digest?: string;
    readonly unread?: readonly { readonly kind: string }[];
    readonly entries?: readonly { readonly address: string; readonly id: string }[];
    readonly stored_differently?: readonly { readonly address: string; readonly field: string }[];
    readonly assumed?: readonly { readonly address: string; readonly field: string }[];
  };
}

export async function play(history: History, host: Host): Promise<void> {
  const stage = new Play(history, host);
  try {
    for (const act of history.acts) await stage.perform(act);
    await stage.settle();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${stage.told.join('\n')}`, { cause: error });
  } finally {
    stage.dispose();
  }
}

const FIRST: Version = { title: 0, text: 0, time: 0, to: 0, category: 0 };

class Play {
  readonly told: string[] = [];
  readonly #clock = new VirtualClock();
  readonly #history: History;
  readonly #host: Host;
  readonly #world: World;
  readonly #repository: Repository;
  readonly #docs = new Map<string, Doc>();
  readonly #versions = new Map<string, Version[]>();
  readonly #addresses = new Map<string, Set<string>>();
  /** Documents that may stay open in part, and why. */
  readonly #excused = new Map<string, string>();
  readonly #typed = new Map<string, Fields>();
  readonly #theirs = new Map<string, Fields>();
  /** True if the last run ended with 0 and no file was changed since. */
  #isClean = false;
  /** True if the state was lost, and no run has ended with 0 since. */
  #isForgotten = false;
  /** Objects that a colleague renamed before the state was lost: nothing shows whose they were. */
  readonly #disowned = new Set<string>();
  /** What a colleague made again, by its tag, until a run ended with 0. */
  readonly #madeAgain = new Map<string, string>();
  /** Writes that no file asks for. */
  readonly #unasked: string[] = [];
  #managed: ReadonlyMap<string, string> = new Map();
  /** Documents that were edited, and that were moved, since a run ended with 0. */
  readonly #edited = new Set<string>();
  readonly #moved = new Set<string>();
  /** True if nothing remains of what disturbed an earlier run. */
  #isCalm = true;
  /** The last file that was deleted, until a run ended with 0. */
  #deleted: Doc | undefined;
  /** True if some answer of the service was never seen. */
  #isTrackLost = false;
  #counted = 0;
  /** What a person reviewed last, and the flags that it was planned with. */
  #reviewed: { readonly digest: string; readonly flags: readonly string[] } | undefined;
  /** How many writes the service got. */
  #written = 0;

  constructor(history: History, host: Host) {
    this.#history = history;
    this.#host = host;
    this.#world = new World(history.oddities, this.#clock);
    this.#world.onWrite = (write) => {
      this.#written++;
      const unasked = unaskedWrite(write, {
        docOf: (tag) => this.#docs.get(tag),
        pointee: (doc) => this.#pointee(doc),
        isAnother: (tag) => this.#moved.has(tag) && this.#edited.has(tag),
        objects: this.#world.live(),
        managed: this.#managed,
        replaces: (collection) => this.#isDocumented && collection === 'articles',
      });
      if (unasked !== undefined) this.#unasked.push(unasked);
    };
    const { userId, broadcastId } = this.#world;
    this.#repository = new Repository(
      history.state,
      `site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [fr, en, es] }
defaultTarget: live
targets:
  live:
    baseUrl: ${host.urlOf(this.#world)}
    userId: ${userId}
    broadcastId: ${broadcastId}
    key: { $env: GITCAST_KEY }
    profile: ${history.oddities.profile}
`,
    );
    for (const folder of ['places', 'events', 'articles', 'pages'] as const) this.#add(folder, 0);
    this.#write();
  }

  dispose(): void {
    this.#host.forget(this.#world);
    this.#repository.dispose();
  }

  async perform(act: Act): Promise<void> {
    switch (act.do) {
      case 'sync':
        return this.#sync(act);
      case 'time passes':
        return this.#clock.pass(act.seconds * 1000);
      case 'lists are cut':
      case 'lists are whole':
        this.#world.listsAreCut = act.do === 'lists are cut';
        if (!this.#world.listsAreCut) this.#world.leftOut = undefined;
        return;
      case 'lists leave one out':
        return this.#leaveOut(act.which);
      case 'plan is reviewed':
        return this.#review(act.isForced);
      case 'state is lost':
        // Without a state, only the lists know what was created; a stale one could not be distinguished from an empty
        // one.
        await this.#clock.pass(this.#world.lag);
        // Nothing can know what was pending then.
        if (this.#history.state === 'file' && this.#isClean) {
          this.#repository.forgetState();
          this.#world.leftOut = undefined;
          this.#lostTrack();
          this.#isForgotten = true;
          for (const [id, typed] of this.#typed) if ('name' in typed || 'title' in typed) this.#disowned.add(id);
        }
        return;
      case 'colleague adds':
      case 'colleague edits':
      case 'colleague fills in':
      case 'colleague renames':
      case 'colleague deletes':
      case 'colleague makes again':
      case 'colleague copies':
        await this.#colleague(act.do, 'which' in act ? act.which : 0);
        // Nothing can see an edit right before a write that no list shows yet.
        return this.#clock.pass(this.#world.lag);
      default:
        // Nothing can know the original value of what is edited before it was found again.
        if (this.#isForgotten) return;
        this.#author(act);
        this.#isClean = false;
        return this.#write();
    }
  }

  #author(act: Extract<Act, { do: 'add' | 'edit' | 'move' | 'delete' | 'undelete' | 'revert' }>): void {
    if (act.do === 'add') return this.#add(act.folder, act.to);
    if (act.do === 'undelete') {
      const last = this.#deleted;
      this.#deleted = undefined;
      return last && this.#put(last);
    }
    const doc = pick([...this.#docs.values()], act.which);
    if (!doc) return;
    const { folder, tag, address, version } = doc;
    // Without its key, nothing shows whose an object is that a colleague made again.
    const keepsKey = act.do === 'move' || (act.do === 'edit' && (act.part === 'text' || act.part === 'category'));
    if (this.#madeAgain.has(tag) && !keepsKey) return;
    if (act.do === 'delete') {
      this.#docs.delete(tag);
      this.#deleted = doc;
      if (!this.#canDelete(folder)) this.#excuse(tag, 'this service cannot delete it');
      this.#excuseIfTheirs(tag);
      return;
    }
    // A file with a different name and a different text is a different document: its old object would have to be
    // deleted.
    if (!this.#canDelete(folder) && (act.do === 'move' ? this.#edited : this.#moved).has(tag)) return;
    (act.do === 'move' ? this.#moved : this.#edited).add(tag);
    if (this.#moved.has(tag) && this.#edited.has(tag)) this.#excuseIfTheirs(tag);
    if (act.do === 'move') {
      const moved = address.includes('/moved/');
      const name = tag.toLowerCase();
      return this.#put({ ...doc, address: moved ? `${folder}/${name}` : `${folder}/moved/${name}` });
    }
    const past = this.#versions.get(tag)!;
    const next = 'part' in act ? { ...version, [act.part]: act.value } : (past.at(-2) ?? version);
    past.push(next);
    if (this.#isTrackLost) this.#lostTrack();
    if (folder === 'articles' && !this.#canDelete(folder)) this.#excuse(tag, 'this service cannot change articles');
    return this.#put({ ...doc, version: next });
  }

  /** Nothing shows what else a colleague put into an object, so it is not deleted with its file. */
  #excuseIfTheirs(tag: string): void {
    const isTheirs = this.#world.live().some((object) => object.tag === tag && object.madeBy === 'colleague');
    if (isTheirs) this.#excuse(tag, 'colleague made it again');
  }

  /** Where an answer to a creation was not seen, a default of the service looks like a value that a colleague typed. */
  #lostTrack(): void {
    this.#isTrackLost = true;
    if (!this.#world.oddities.defaults) return;
    for (const [tag, versions] of this.#versions)
      if (versions.some(({ category }) => category > 0)) this.#excuse(tag, 'nothing shows who wrote its category');
  }

  #canDelete(folder: Folder): boolean {
    if (!this.#isDocumented) return true;
    return folder === 'articles' ? this.#world.oddities.ids === 'object-id' : folder !== 'places';
  }

  #add(folder: Folder, to: number): void {
    const tag = `${folder[0]!.toUpperCase()}${folder[1]}${++this.#counted}`;
    const version = { ...FIRST, to };
    this.#versions.set(tag, [version]);
    this.#put({ folder, tag, address: `${folder}/${tag.toLowerCase()}`, version });
  }

  #put(doc: Doc): void {
    const body = bodyOf(doc);
    const isCut = this.#world.oddities.texts === 'cut' && !same(stored(body, this.#world.oddities), body);
    if (isCut) this.#excuse(doc.tag, 'a text that is cut is not recognised with certainty');
    this.#docs.set(doc.tag, doc);
    this.#addresses.set(doc.tag, (this.#addresses.get(doc.tag) ?? new Set()).add(doc.address));
  }

  #pointee({ folder, tag, version }: Doc): Doc | undefined {
    const to = folder === 'events' ? 'places' : folder === 'pages' ? 'pages' : undefined;
    return pick(
      [...this.#docs.values()].filter((doc) => doc.folder === to && doc.tag !== tag),
      version.to,
    );
  }

  #write(): void {
    const files = [...this.#docs.values()].map((doc) => fileOf(doc, this.#pointee(doc)?.address));
    this.#repository.write([{ path: 'broadcast.yaml', text: 'name: Harbour festival\n' }, ...files]);
  }

  async #colleague(does: Act['do'], which: number): Promise<void> {
    const world = this.#world;
    if (does === 'colleague adds') {
      const fields = {
        title: `Theirs ${++this.#counted}`,
        start_time: '2027-06-20T20:00:00Z',
        end_time: '2027-06-20T21:00:00Z',
      };
      const id = world.create('events', fields, 'colleague') as string;
      this.#theirs.set(id, this.#objects().get(id)!.fields);
      return;
    }
    if (does === 'colleague copies') {
      const doc = pick(
        [...this.#docs.values()].filter(({ folder }) => folder !== 'pages'),
        which,
      );
      if (!doc || [...this.#objects().values()].some(({ tag }) => tag === doc.tag)) return;
      this.#excuse(doc.tag, 'a colleague made it too');
      world.create(doc.folder, bodyOf(doc), 'colleague');
      return;
    }
    // An object that an interrupted run created and that was not read since is known by the title it was sent with.
    const known = does === 'colleague edits' ? undefined : new Set(Object.values(await this.#ids()));
    const ours = [...this.#objects().values()].filter(
      ({ id, collection, tag }) =>
        (collection === 'events' || collection === 'places') && this.#versions.has(tag) && known?.has(id) !== false,
    );
    const object = pick(inOrder(ours), which);
    if (!object) return;
    const { id, collection, tag } = object;
    if (does === 'colleague makes again') return this.#makeAgain(object);
    if (does === 'colleague deletes') {
      if (world.live().some(({ fields }) => fields['place_id'] === id)) return;
      world.delete(collection, id);
      this.#typed.delete(id);
      this.#madeAgain.delete(tag);
    } else {
      const fields = this.#typedBy(does, collection);
      if (!fields) return;
      world.update(collection, id, fields);
      this.#typed.set(id, { ...this.#typed.get(id), ...fields });
    }
    this.#excuse(tag, does);
  }

  #typedBy(does: Act['do'], collection: string): Fields | undefined {
    const number = ++this.#counted;
    if (does === 'colleague renames') return { [collection === 'places' ? 'name' : 'title']: `Renamed ${number}` };
    if (does === 'colleague fills in') return { category: `Typed ${number}` };
    return this.#world.oddities.descriptions === 'kept' ? { description: `Typed ${number}` } : undefined;
  }

  /** Deleted, and typed in again with the same values: it has a new id. */
  #makeAgain({ id, collection, tag, fields }: Stored): void {
    const world = this.#world;
    const isOnly = world.live().filter((object) => object.tag === tag).length === 1;
    const typed = this.#typed.get(id) ?? {};
    const doc = this.#edited.has(tag) || 'name' in typed || 'title' in typed ? undefined : this.#docs.get(tag);
    if (!isOnly || !doc || world.pending > 0) return;
    if (world.live().some((object) => object.fields['place_id'] === id)) return;
    world.delete(collection, id);
    const place = fields['place_id'] === undefined ? {} : { place_id: fields['place_id'] };
    const again = world.create(collection, { ...bodyOf(doc), ...place, ...typed }, 'colleague') as string;
    this.#typed.delete(id);
    this.#typed.set(again, typed);
    this.#madeAgain.set(tag, again);
  }

  async #leaveOut(which: number): Promise<void> {
    const managed = new Set(Object.values(await this.#ids()));
    const readable = [...this.#objects().values()].filter(
      ({ id, collection }) => managed.has(id) && (!this.#isDocumented || collection === 'events'),
    );
    this.#world.leftOut = pick(inOrder(readable), which)?.id;
  }

  async #review(isForced: boolean): Promise<void> {
    const flags = isForced ? FORCED : [];
    const ran = await this.#gitcast(this.#repository.folderFor('same'), ['plan', ...flags]);
    const digest = ran?.json.digest;
    this.#reviewed = digest === undefined ? undefined : { digest, flags };
    if (isForced) this.#allowOverwriting();
  }

  /** Whoever passes --ours overwrites what colleagues typed into the fields of the files. */
  #allowOverwriting(): void {
    const objects = this.#objects();
    for (const [id, typed] of this.#typed) {
      const tag = objects.get(id)?.tag ?? '';
      const isNeverInFile = this.#docs.has(tag) && this.#versions.get(tag)!.every(({ category }) => category === 0);
      if (isNeverInFile && 'category' in typed) this.#typed.set(id, { category: typed['category'] });
      else this.#typed.delete(id);
    }
  }

  async #sync({ faults = [], death, in: where, atOnce = 1, with: way }: Sync): Promise<void> {
    const folder = this.#repository.folderFor(where);
    const reviewed = way === 'reviewed' ? this.#reviewed : undefined;
    const approval = reviewed
      ? ['--reviewed', reviewed.digest, ...reviewed.flags]
      : ['--yes', '--allow-replace', ...(way === 'force' ? FORCED : [])];
    if (way === 'force') this.#allowOverwriting();
    const written = this.#written;
    const ran = await this.#unlocked(folder, (inFolder) =>
      this.#gitcast(inFolder, ['sync', '--concurrency', String(atOnce), ...approval], {
        faults,
        ...(death && { death }),
      }),
    );
    this.#checkOthers();
    const isRefused = ran?.said.includes('which nobody approved') ?? false;
    if (isRefused) ensure(this.#written === written, 'a run whose plan nobody reviewed has sent something');
    if (ran) this.#checkClaim(ran);
    const isDisturbed = faults.length > 0 || death !== undefined || this.#world.listsAreCut || this.#excused.size > 0;
    if (isDisturbed) this.#lostTrack();
    if (this.#isCalm && !isDisturbed && !isRefused)
      ensure(ran?.exitCode === 0, 'a run that nothing disturbs does not end with 0');
    this.#isClean = ran?.exitCode === 0;
    if (!isRefused || isDisturbed) this.#isCalm = this.#isClean;
    if (!this.#isClean) return;
    this.#isForgotten = false;
    this.#edited.clear();
    this.#moved.clear();
    this.#madeAgain.clear();
    this.#deleted = undefined;
  }

  /** A run that died elsewhere leaves its lock, and the next user is asked to remove it. */
  async #unlocked(folder: string, start: (folder: string) => Promise<Ran | undefined>): Promise<Ran | undefined> {
    const ran = await start(folder);
    const id = ran?.exitCode === 1 ? /gitcast state unlock ([0-9a-f]{8})/.exec(ran.said)?.[1] : undefined;
    if (id === undefined) return ran;
    await this.#gitcast(folder, ['state', 'unlock', id]);
    return start(folder);
  }

  /** Undefined if it was killed. */
  async #gitcast(
    folder: string,
    words: readonly string[],
    { faults = [], death }: { faults?: readonly Fault[]; death?: Death } = {},
  ): Promise<Ran | undefined> {
    const [stdout, stderr] = [memory(), memory()];
    if (this.#history.state === 'file')
      this.#managed = new Map(Object.entries(this.#repository.idsInFile()).map(([address, id]) => [id, address]));
    this.#world.arm(faults);
    const life = new Life(this.#clock, death);
    const started = this.#clock.now();
    const exitCode = await life.live(() =>
      run([...words, '--json'], {
        cwd: folder,
        env: { GITCAST_KEY: this.#world.key },
        stdout,
        stderr,
        now: () => new Date(),
        untilStopped: () => new Promise(() => undefined),
        readInput: async () => new Uint8Array(),
      }),
    );
    this.#world.arm([]);
    const said = stdout.text() + stderr.text();
    const took = `${((this.#clock.now() - started) / 1000).toFixed(1)} s`;
    this.told.push(`  ${words[0]}: ${life.dead ? 'killed' : `exit ${exitCode}`} after ${took} ${shortened(said)}`);
    if (life.dead) return undefined;
    ensure(!/internal error|is a bug in gitcast|there is no option/i.test(said), `an internal error: ${said}`);
    return { exitCode: exitCode!, said, json: parsed(stdout.text()) };
  }

  #checkOthers(): void {
    const { undocumented, meddled } = this.#world;
    ensure(undocumented.length === 0, `calls that the interface does not show: ${undocumented.join(', ')}`);
    ensure(this.#unasked.length === 0, `writes that the files do not ask for: ${this.#unasked.join(', ')}`);
    const objects = this.#objects();
    for (const [tag, id] of this.#madeAgain) {
      const doubles = [...objects.values()].filter((object) => object.tag === tag && object.id !== id);
      ensure(doubles.length === 0, `${tag} was created although a colleague had made it again as ${id}`);
    }
    for (const [id, fields] of this.#theirs) {
      ensure(same(objects.get(id)?.fields, fields), `the event ${id} that a colleague added was touched`);
      ensure(!meddled.some((each) => each.endsWith(`/${id}`)), `a write to the event ${id} that a colleague added`);
    }
    for (const [id, typed] of this.#typed) {
      const present = objects.get(id)?.fields;
      ensure(present !== undefined, `${id} was deleted although a colleague had typed into it`);
      ensure(same({ ...present, ...typed }, present), `what a colleague typed into ${id} was overwritten`);
    }
  }

  /** Never more than the files and what others created, or it is named. */
  #checkClaim({ exitCode, said, json }: Ran): void {
    ensure([0, 1, 3, 4].includes(exitCode), `exit code ${exitCode}`);
    if (exitCode === 1) return;
    const byTag = Map.groupBy(this.#objects().values(), ({ tag }) => tag);
    for (const [tag, objects] of byTag) {
      if (!this.#versions.has(tag)) continue;
      const made = objects.filter(({ id, madeBy }) => madeBy === 'gitcast' && !this.#disowned.has(id)).length;
      const doc = this.#docs.get(tag);
      if (made <= (doc ? 1 : 0)) continue;
      const names = [...objects.map(({ id }) => id), ...this.#addresses.get(tag)!];
      // A kind whose list is incomplete is named as a whole.
      const isNamed = names.some((name) => said.includes(name)) || (json.unread ?? []).length > 0;
      const what = `${objects.length} objects of ${tag} (${objects.map(({ id }) => id).join(', ')}) for ${doc ? 'one file' : 'no file'}`;
      ensure(exitCode !== 0, `${what}, and the run ends with 0`);
      ensure(isNamed, `${what}, and the run does not name them`);
    }
  }

  /** Nothing disturbs any more. */
  async settle(): Promise<void> {
    this.#world.listsAreCut = false;
    const folder = this.#repository.folderFor('same');
    let ran: Ran | undefined;
    for (let tries = 0; tries < 4 && ran?.exitCode !== 0; tries++) {
      this.#clock.pass(70_000);
      ran = await this.#unlocked(folder, (inFolder) => this.#gitcast(inFolder, ['sync', '--yes', '--allow-replace']));
      this.#checkOthers();
      this.#checkClaim(ran!);
    }
    this.#clock.pass(10_000);
    const plan = await this.#gitcast(folder, ['plan']);
    const open = plan!.json.changes ?? [];
    ensure(plan!.exitCode !== 1 || ran!.exitCode === 1, 'the last plan failed');
    if (ran!.exitCode === 0)
      ensure(
        open.length === 0,
        `the last plan is not empty: ${JSON.stringify(open.map(({ action, address }) => `${action} ${address}`))}`,
      );
    else this.#checkExcuses(ran!, open);
    this.#checkCopies();
    await this.#checkEquality(ran!.exitCode === 0);
    if (ran!.exitCode !== 0) return;
    this.#checkDropped(plan!);
    await this.#checkPull(folder);
  }

  /** What the service dropped is not called equal. */
  #checkDropped({ json: { stored_differently: stored = [], assumed = [] } }: Ran): void {
    if (this.#world.oddities.descriptions === 'kept') return;
    for (const { address } of this.#unexcused().filter(hasDescription)) {
      const isNamed =
        stored.some((each) => each.address === address && each.field === 'description') ||
        assumed.some((each) => each.address === address);
      ensure(isNamed, `the description of ${address} was dropped, and the last plan does not say so`);
    }
  }

  async #checkPull(folder: string): Promise<void> {
    await this.#gitcast(folder, ['pull']);
    for (const doc of this.#unexcused()) {
      const { path, text } = fileOf(doc, this.#pointee(doc)?.address);
      const pulled = this.#repository.read(folder, path);
      ensure(pulled === text, `a pull that has nothing to pull changes ${path} to ${pulled}`);
    }
  }

  #unexcused(): readonly Doc[] {
    return [...this.#docs.values()].filter(({ tag }) => !this.#excused.has(tag));
  }

  /** In the end nothing excuses a second copy, except for one that a colleague has edited. */
  #checkCopies(): void {
    const made = [...this.#objects().values()].filter(
      ({ madeBy, tag }) => madeBy === 'gitcast' && this.#versions.has(tag),
    );
    for (const [tag, objects] of Map.groupBy(made, (object) => object.tag)) {
      ensure(
        objects.length === 1 || this.#excused.get(tag)?.startsWith('colleague') === true,
        `${objects.length} objects of ${tag} are left (${objects.map(({ id }) => id).join(', ')})`,
      );
    }
  }

  #checkExcuses(ran: Ran, open: readonly { address: string; action: string }[]): void {
    const isExcused = (address: string): boolean => {
      const tag = [...this.#addresses].find(([, addresses]) => addresses.has(address))?.[0] ?? '';
      const doc = this.#docs.get(tag);
      const pointee = doc && this.#pointee(doc)?.tag;
      return this.#excused.has(tag) || (pointee !== undefined && this.#excused.has(pointee));
    };
    const surprising = open.filter(({ address }) => !isExcused(address));
    // A single object that must not be deleted, such as a place with a colleague's event, refuses the whole plan.
    const isRefused = ran.said.includes('the plan is refused');
    ensure(surprising.length === 0 || isRefused, `it never settles: ${JSON.stringify(surprising)}`);
    ensure(this.#excused.size > 0, `it never settles, and nothing says why: ${ran.said}`);
  }

  async #checkEquality(isWhole: boolean): Promise<void> {
    const ids = await this.#ids();
    const objects = this.#objects();
    for (const doc of this.#docs.values()) {
      if (this.#isDocumented && doc.folder === 'pages') continue;
      if (!isWhole && this.#excused.size > 0) continue;
      const object = objects.get(ids[doc.address] ?? '');
      ensure(object !== undefined, `${doc.address} is not on the target`);
      ensure(object!.collection === collectionOf(doc.folder), `${doc.address} is ${object!.collection}`);
      const pointee = this.#pointee(doc);
      const to = pointee && ids[pointee.address];
      const difference = this.#excused.has(doc.tag)
        ? undefined
        : differenceOf(doc, object!.fields, this.#world.oddities, to);
      ensure(difference === undefined, `${doc.address} differs from its file: ${difference}`);
    }
  }

  async #ids(): Promise<Readonly<Record<string, string>>> {
    if (this.#history.state === 'file') return this.#repository.idsInFile();
    const shown = await this.#gitcast(this.#repository.folderFor('same'), ['state', 'show']);
    return Object.fromEntries((shown!.json.entries ?? []).map(({ address, id }) => [address, id]));
  }

  #objects(): ReadonlyMap<string, Stored> {
    return new Map(this.#world.live().map((object) => [object.id, object]));
  }

  #excuse(tag: string, why: string): void {
    this.#excused.set(tag, why);
  }

  get #isDocumented(): boolean {
    return this.#world.oddities.profile === 'documented';
  }
}

const FORCED = ['--ours', '--overwrite-drift'];

function ensure(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)];

/** In the order in which their documents were added. */
const inOrder = (objects: readonly Stored[]): readonly Stored[] =>
  objects.toSorted((one, other) => Number(one.tag.slice(2)) - Number(other.tag.slice(2)));

function shortened(said: string): string {
  const { results = [], changes = [], error } = parsed(said) as Ran['json'] & { error?: string };
  const lines = [
    ...results.map(({ address, outcome, ...rest }) => `${outcome} ${address} ${JSON.stringify(rest)}`),
    ...changes.map(({ address, action }) => `${action} ${address}`),
  ];
  return lines.length === 0 ? said.slice(0, 600) : `${lines.join('; ')} ${error ?? ''}`;
}

function parsed(text: string): Ran['json'] {
  try {
    return JSON.parse(text) as Ran['json'];
  } catch {
    return {};
  }
}

function memory(): { readonly write: (text: string) => void; readonly text: () => string } {
  const written: string[] = [];
  return { write: (text) => void written.push(text), text: () => written.join('') };
}

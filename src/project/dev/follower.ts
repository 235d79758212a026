/** Follows the files of a project: the site shows every save, and valid content is pushed. */
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { forgetUnusedTexts } from '../../markdown/remembering.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { DevEvent } from '../events.ts';
import { knownHistory } from '../../building/history.ts';
import { hasContent, type FollowedFiles, type MovingWatch } from './followed-files.ts';
import type { SyncOnSave } from './sync-on-save.ts';

/** The configuration, and the files that it makes part of the project. */
export interface Configured {
  readonly config: Config;
  readonly files: FollowedFiles;
  readonly target: string;
}

interface FollowerOptions {
  readonly live: LiveSite;
  readonly sync: SyncOnSave | undefined;
  readonly onEvent: (event: DevEvent) => void;
  readonly watching: MovingWatch;
  /** Reads the current configuration; throws a UserError if it has errors. */
  readonly configure: () => Configured;
  readonly configured: Configured;
}

/** Texts that no page has used during so many saves are read again when a page needs them. */
const SAVES_REMEMBERED = 20;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #target: string;
  #config: Config;
  #files: FollowedFiles;
  /** The content folder that is waited for. */
  #awaited: string | undefined;
  /** The site does not show the current configuration, or not all of the content. */
  #isOutdated = false;
  /** Something was saved that is not pushed, because it has errors or is not checked yet. */
  #isUnpushed: boolean;
  #saves = 0;
  /** The problems of a configuration that is not used because of them. */
  #refused: readonly Diagnostic[] = [];

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#target = options.configured.target;
    this.#config = options.configured.config;
    this.#files = options.configured.files;
    this.#isUnpushed = !options.live.engine.isValid;
  }

  async follow(paths: ReadonlySet<string>, isSuperseded: () => boolean): Promise<void> {
    const { live, sync, onEvent } = this.#options;
    const names = [...paths].map(this.#files.nameOf);
    const isConfig = this.#files.sort(paths).config;
    // First, because it names the content folder.
    if (isConfig) await this.#readConfigAgain(names);
    if (!hasContent(this.#files)) {
      this.#waitForContent();
      return;
    }
    this.#awaited = undefined;
    const isReload = this.#isOutdated;
    if (isReload && !(await this.#reload(names))) return;
    const { content, overlay, templates } = this.#files.sort(paths);
    const update = await live.touch({ content, overlay, templates }, names, isSuperseded);
    this.#isUnpushed ||= update.content || isReload;
    if (!this.#isUnpushed && !templates) return;
    if (++this.#saves % SAVES_REMEMBERED === 0) forgetUnusedTexts();
    onEvent({ type: 'files-saved', files: names });
    // The next pass follows at once, and checks everything.
    if (!live.engine.isChecked) return;
    this.reportErrors();
    if (!live.engine.isValid) sync?.hold();
    else if (this.#isUnpushed) sync?.push(live.engine.broadcast);
    this.#isUnpushed = !live.engine.isValid;
  }

  /** Pages show when a document was changed, and what changed in the programme. */
  async followCommits(): Promise<void> {
    const { live } = this.#options;
    const config = this.#config;
    // Git knows nothing of a folder that is missing. The site is reloaded with its history when the folder is back.
    if (!hasContent(this.#files)) {
      this.#isOutdated = true;
      return;
    }
    const history = await knownHistory(config, this.#target, live.engine.now);
    // A checkout can change the configuration too, which reloads the site with the history of its content folder.
    if (config === this.#config) await live.touch({ committed: { history } }, []);
  }

  reportErrors(diagnostics: readonly Diagnostic[] = this.#options.live.problems.filter(isError)): void {
    if (diagnostics.length > 0) this.#options.onEvent({ type: 'problems', diagnostics });
  }

  /** A missing folder is a checkout or a rename in progress, or a mistake: none may empty the site or the target. */
  #waitForContent(): void {
    const { onEvent, sync } = this.#options;
    const { contentFolder, shared } = this.#files;
    if (this.#awaited !== contentFolder) onEvent({ type: 'content-gone', folder: shared.prefix });
    this.#awaited = contentFolder;
    this.#isOutdated = true;
    sync?.hold();
  }

  /** A configuration with errors is reported and changes nothing else. */
  async #readConfigAgain(names: readonly string[]): Promise<void> {
    const { live, onEvent, sync, configure, watching } = this.#options;
    const before = this.#config;
    try {
      const { config, files } = configure();
      this.#config = config;
      this.#files = files;
      this.#isOutdated = true;
      await watching.moveTo(files.watched);
      this.#refused = [];
      live.setAside([]);
      const isRestartNeeded =
        sync !== undefined && !isDeepStrictEqual([before.targets, before.guard], [config.targets, config.guard]);
      onEvent({ type: 'configuration-read', files: names, isRestartNeeded });
    } catch (error) {
      this.#refused = this.#reportRefusal(error);
    }
  }

  /** False if the project cannot be opened: the site stays as it is, and the next change tries again. */
  async #reload(names: readonly string[]): Promise<boolean> {
    const { live, sync } = this.#options;
    try {
      await live.reload(names);
      live.setAside(this.#refused);
      this.#isOutdated = false;
      return true;
    } catch (error) {
      sync?.hold();
      this.#reportRefusal(error);
      return false;
    }
  }

  #reportRefusal(error: unknown): readonly Diagnostic[] {
    if (!(error instanceof UserError)) throw error;
    const { message, diagnostics } = error;
    this.#options.live.setAside(diagnostics);
    this.reportErrors(diagnostics);
    this.#options.onEvent({ type: 'configuration-refused', message });
    return diagnostics;
  }
}

type Follow = (paths: ReadonlySet<string>, isSuperseded: () => boolean) => Promise<void>;

/**
 * File changes, kept from the moment watching starts until there is a follower, and while it is busy: what changes
 * during one pass is read in the next.
 */
export class Changes {
  readonly #onError: (error: unknown) => void;
  #waiting = new Set<string>();
  #isFollowing = false;
  #follow: Follow | undefined;
  #pass: Promise<void> = Promise.resolve();

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(paths: ReadonlySet<string>): void {
    for (const path of paths) this.#waiting.add(path);
    this.#start();
  }

  followWith(follow: Follow): void {
    this.#follow = follow;
    this.#start();
  }

  /** Waits until everything that was added is followed. */
  settled(): Promise<void> {
    return this.#pass;
  }

  #start(): void {
    if (this.#follow && !this.#isFollowing) this.#pass = this.#followAll(this.#follow);
  }

  async #followAll(follow: Follow): Promise<void> {
    this.#isFollowing = true;
    while (this.#waiting.size > 0) {
      const paths = this.#waiting;
      this.#waiting = new Set();
      await follow(paths, () => this.#waiting.size > 0).catch(this.#onError);
    }
    this.#isFollowing = false;
  }
}

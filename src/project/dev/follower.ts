/** Follows the files of a project: the site shows every save, and valid content is pushed. */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { DevEvent } from '../events.ts';
import { knownHistory } from '../site/history.ts';
import type { FollowedFiles } from './followed-files.ts';
import type { MovingWatch } from './moving-watch.ts';
import type { SyncOnSave } from './sync-on-save.ts';

/** The configuration, and the files that it makes part of the project. */
export interface Configured {
  readonly config: Config;
  readonly files: FollowedFiles;
  readonly target: string;
}

interface Parts {
  readonly live: LiveSite;
  readonly sync: SyncOnSave | undefined;
  readonly onEvent: (event: DevEvent) => void;
  readonly watching: MovingWatch;
  /** Reads the current configuration; throws a UserError if it has errors. */
  readonly configure: () => Configured;
  readonly configured: Configured;
}

export class Follower {
  readonly #parts: Parts;
  readonly #target: string;
  #config: Config;
  #files: FollowedFiles;
  /** The paths that changed while there was no content folder. */
  #missed: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#target = parts.configured.target;
    this.#config = parts.configured.config;
    this.#files = parts.configured.files;
  }

  async follow(changed: ReadonlySet<string>): Promise<void> {
    const { live, sync, onEvent } = this.#parts;
    const paths = new Set([...this.#missed, ...changed]);
    if (!hasContent(this.#files)) {
      this.#waitForContent(paths);
      return;
    }
    this.#missed = new Set();
    const { content, overlay, templates, config: isConfig } = this.#files.sort(paths);
    const files = [...paths].map(this.#files.nameOf);
    if (isConfig) await this.#readConfigAgain(files);
    const before = live.engine.isValid;
    const update = await live.touch({ content, overlay, templates }, files);
    if (!update.content && !templates && !isConfig) return;
    onEvent({ type: 'files-saved', files, pages: update.stale.size + update.listed.size });
    this.reportErrors();
    if (!live.engine.isValid) sync?.hold();
    else if (update.content || isConfig || !before) sync?.push(live.engine.broadcast);
  }

  /** Pages show when a document was changed, and what changed in the programme. */
  async followCommits(): Promise<void> {
    const { live } = this.#parts;
    const history = await knownHistory(this.#config, this.#target, live.engine.now);
    await live.touch({ committed: { history } }, []);
  }

  reportErrors(diagnostics: readonly Diagnostic[] = this.#parts.live.problems.filter(isError)): void {
    if (diagnostics.length > 0) this.#parts.onEvent({ type: 'problems', diagnostics });
  }

  /** A missing folder is a checkout in progress or a mistake: neither may empty the site or the target. */
  #waitForContent(paths: ReadonlySet<string>): void {
    const { onEvent, sync } = this.#parts;
    if (this.#missed.size === 0) onEvent({ type: 'content-gone', folder: this.#files.shared.prefix });
    this.#missed = paths;
    sync?.hold();
  }

  /** A configuration with errors is reported and changes nothing else. */
  async #readConfigAgain(names: readonly string[]): Promise<void> {
    const { live, onEvent, sync, configure, watching } = this.#parts;
    const before = this.#config;
    try {
      const { config, files } = configure();
      this.#config = config;
      this.#files = files;
      await watching.moveTo(files.watched);
      await live.reload(names);
      const isRestartNeeded =
        sync !== undefined && !isDeepStrictEqual([before.targets, before.guard], [config.targets, config.guard]);
      onEvent({ type: 'configuration-read', files: names, isRestartNeeded });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { message, diagnostics } = error;
      live.setAside(diagnostics);
      this.reportErrors(diagnostics);
      onEvent({ type: 'configuration-refused', message });
    }
  }
}

export const hasContent = ({ contentFolder }: FollowedFiles): boolean =>
  statSync(contentFolder, { throwIfNoEntry: false })?.isDirectory() ?? false;

type Follow = (paths: ReadonlySet<string>) => Promise<void>;

/**
 * File changes, kept from the moment watching starts until there is a follower, and while it is busy: what changes
 * during one pass is read in the next.
 */
export class Changes {
  readonly #onError: (error: unknown) => void;
  #waiting = new Set<string>();
  #isFollowing = false;
  #follow: Follow | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(paths: ReadonlySet<string>): void {
    for (const path of paths) this.#waiting.add(path);
    void this.#pass();
  }

  followWith(follow: Follow): void {
    this.#follow = follow;
    void this.#pass();
  }

  async #pass(): Promise<void> {
    if (!this.#follow || this.#isFollowing) return;
    this.#isFollowing = true;
    while (this.#waiting.size > 0) {
      const paths = this.#waiting;
      this.#waiting = new Set();
      await this.#follow(paths).catch(this.#onError);
    }
    this.#isFollowing = false;
  }
}

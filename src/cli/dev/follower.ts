/** Follows the files of a project: the site shows what was saved, and what is valid is pushed. */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import { count } from '../views/count.ts';
import { diagnosticText } from '../views/diagnostic.ts';
import type { Style } from '../views/style.ts';
import type { Project } from './project.ts';
import type { SyncOnSave } from './sync-on-save.ts';
import type { Terminal } from './terminal.ts';

interface Parts {
  readonly live: LiveSite;
  readonly sync: SyncOnSave | undefined;
  readonly terminal: Terminal;
  readonly style: Style;
  /** The configuration as it is now; throws a UserError where it has mistakes. */
  readonly configure: () => { readonly config: Config; readonly project: Project };
  readonly config: Config;
  readonly project: Project;
}

export class Follower {
  readonly #parts: Parts;
  #config: Config;
  #project: Project;
  /** What changed while there was no content folder. */
  #missed: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#config = parts.config;
    this.#project = parts.project;
  }

  async follow(changed: ReadonlySet<string>): Promise<void> {
    const { live, sync, terminal, style } = this.#parts;
    const paths = new Set([...this.#missed, ...changed]);
    if (!hasContent(this.#project)) {
      this.#waitForContent(paths);
      return;
    }
    this.#missed = new Set();
    const { content, overlay, templates, config: isConfig } = this.#project.sort(paths);
    const names = [...paths].map(this.#project.nameOf);
    if (isConfig) await this.#readConfigAgain(names);
    const before = live.engine.isValid;
    const update = await live.touch({ content, overlay, templates }, names);
    if (!update.content && !templates && !isConfig) return;
    const what = names.length > 3 ? count(names.length, 'file') : names.join(', ');
    const pages = count(update.stale.size + update.listed.size, 'page');
    terminal.log(`${what} ${style.colours.dim(`· ${pages}`)}`);
    this.tellErrors();
    if (!live.engine.isValid) sync?.hold();
    else if (update.content || isConfig || !before) sync?.push(live.engine.broadcast);
  }

  tellErrors(problems: readonly Diagnostic[] = this.#parts.live.problems.filter(isError)): void {
    const { terminal, style } = this.#parts;
    for (const problem of problems) terminal.log(`\n${diagnosticText(problem, style)}\n`);
  }

  /** A folder that is gone is a checkout under way or a mistake: neither may empty the site, or the target. */
  #waitForContent(paths: ReadonlySet<string>): void {
    const { terminal, sync } = this.#parts;
    if (this.#missed.size === 0) {
      terminal.log(`${this.#project.shared.prefix} is gone: the site and the target stay as they are until it is back`);
    }
    this.#missed = paths;
    sync?.hold();
  }

  /** A configuration with mistakes changes nothing but what is said. */
  async #readConfigAgain(names: readonly string[]): Promise<void> {
    const { live, terminal, style, sync, configure } = this.#parts;
    const before = this.#config;
    try {
      const { config, project } = configure();
      this.#config = config;
      this.#project = project;
      await live.reload(names);
      terminal.log(`${names.join(', ')}: read again`);
      if (sync && !isDeepStrictEqual([before.targets, before.guard], [config.targets, config.guard]))
        terminal.log(
          style.colours.yellow('targets and guard are as they were when dev started: start it again for those'),
        );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const problems = error.diagnostics ?? [];
      live.setAside(problems);
      this.tellErrors(problems);
      terminal.log(style.colours.red(error.message));
    }
  }
}

export const hasContent = ({ contentFolder }: Project): boolean =>
  statSync(contentFolder, { throwIfNoEntry: false })?.isDirectory() ?? false;

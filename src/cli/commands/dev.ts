import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { contentFor } from '../../content/target-content.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { Engine } from '../../preview/engine.ts';
import { LiveSite } from '../../preview/live-site.ts';
import type { SyncView } from '../../preview/preview-site.ts';
import { DEV_PORT, startDevServer } from '../../preview/server/dev-server.ts';
import { watch } from '../../preview/watch.ts';
import { diskCache } from '../../render/images/variant-cache.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand, type Invocation } from '../command.ts';
import { projectOf, type Project } from '../dev/project.ts';
import { SyncOnSave } from '../dev/sync-on-save.ts';
import { createTerminal, noticeText, type Terminal } from '../dev/terminal.ts';
import { instantOption } from '../instant-option.ts';
import { configFileOf, loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { modelSettings, shownFrom, siteUrlOf } from '../repository.ts';
import { openTarget, TARGET_FLAGS, targetNamed, type OpenTarget } from '../target.ts';
import { templateFolders } from '../template-folders.ts';
import { count } from '../views/count.ts';
import { diagnosticText } from '../views/diagnostic.ts';
import { styleFor, type Style } from '../views/style.ts';

const OPTIONS = {
  ...TARGET_FLAGS,
  'no-sync': { about: 'Only preview; push nothing' },
  yes: { short: 'y', about: 'Do not ask before pushing to a target that is not the embedded service' },
  port: { value: 'N', about: `The port on 127.0.0.1; 0 for any free one. Otherwise ${DEV_PORT} or the next free one` },
  now: { value: 'INSTANT', about: 'Show the site as it will be then, such as 2027-06-18T20:00:00+02:00' },
  drafts: { about: 'Show drafts and what is scheduled for later' },
  gallery: { about: 'Add /gallery/, every block in every format' },
} as const;

type Dev = Invocation<typeof OPTIONS>;

export const dev = defineCommand({
  arguments: [],
  options: OPTIONS,
  examples: [
    { line: 'gitcast dev', about: 'Shows the site, follows every save, and pushes it to the embedded service' },
    { line: 'gitcast dev --no-sync --drafts', about: 'Only the site, with drafts' },
    { line: 'gitcast dev --now 2027-06-18T20:00:00+02:00', about: 'The site as it will be at that moment' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    const { cwd, env, stdout, stderr } = context;
    const style = styleFor(stderr, env, options);
    const terminal = createTerminal(context, style, { silent: options.json || options.quiet });
    let config = loadConfig({ configFile: options.config, cwd, env });
    const configFile = configFileOf(config, { configFile: options.config, cwd });
    const targetName = (): string => targetNamed(config, options.target ?? config.defaultTarget).name;
    let project = projectOf(config, { cwd, configFile, target: targetName() });
    refuseWithoutContent(project, cwd);

    let sync: SyncOnSave | undefined;
    const live = await LiveSite.open(
      {
        open: (now) => openEngine(config, project, invocation, now),
        timezone: () => config.site.timezone,
        chosenNow: instantOption(options.now),
        clock: () => context.now().getTime(),
        stateOf: (entity) => sync?.stateOf(entity) ?? 'unknown',
      },
      { status: 'off', target: '', notices: [] },
    );
    const target = options['no-sync'] ? undefined : await reach(config, live, invocation);
    if (target) sync = syncTo(config, target, live, terminal, invocation);

    const server = await startDevServer({
      site: live,
      port: portWish(options.port),
      locate: (file) => project.locate(file),
      env,
      onClients: () => stand(),
    });
    const stand = (): void => terminal.stand(standing(live, server.clients));
    live.onChange(() => stand());

    /** A configuration with mistakes changes nothing but what is said. */
    const readConfigAgain = async (names: readonly string[]): Promise<void> => {
      try {
        config = loadConfig({ configFile: options.config, cwd, env });
        project = projectOf(config, { cwd, configFile, target: targetName() });
        await live.reload(names);
        terminal.log(`${names.join(', ')}: read again`);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        live.setAside(error.diagnostics ?? []);
        for (const problem of error.diagnostics ?? []) terminal.log(`\n${diagnosticText(problem, style)}\n`);
        terminal.log(style.colours.red(error.message));
      }
    };
    let missed: ReadonlySet<string> = new Set();
    const follow = async (changed: ReadonlySet<string>): Promise<void> => {
      const paths = new Set([...missed, ...changed]);
      if (!hasContent(project)) {
        if (missed.size === 0)
          terminal.log(`${project.shared.prefix} is gone: the site and the target stay as they are until it is back`);
        missed = paths;
        sync?.hold();
        return;
      }
      missed = new Set();
      const { content, overlay, templates, config: isConfig } = project.sort(paths);
      const names = [...paths].map(project.nameOf);
      if (isConfig) await readConfigAgain(names);
      const before = live.engine.isValid;
      const update = await live.touch({ content, overlay, templates }, names);
      if (!update.content && !templates && !isConfig) return;
      tellSaved(live, { names, pages: update.stale.size + update.listed.size }, terminal, style);
      if (!live.engine.isValid) sync?.hold();
      else if (update.content || isConfig || !before) sync?.push(live.engine.broadcast);
    };
    const watching = await watch(project.watched, {
      onChange: (paths) =>
        void follow(paths).catch((error: unknown) =>
          terminal.log(style.colours.red(`could not follow a change: ${String(error)}`)),
        ),
      onProblem: (message) => terminal.log(style.colours.yellow(message)),
    });

    if (options.json) stdout.write(`${JSON.stringify({ url: server.url })}\n`);
    else if (!options.quiet)
      stdout.write(welcome({ url: server.url, config, target, live }, styleFor(stdout, env, options)));
    tellProblems(live, terminal, style);
    if (live.engine.isValid) sync?.push(live.engine.broadcast);
    stand();

    await context.untilStopped();
    await watching.close();
    await server.close();
    terminal.clear();
    const left = (await sync?.stop()) ?? [];
    live.close();
    await target?.close();
    if (left.length > 0) stderr.write(`Not pushed to ${target!.name}: ${left.join(', ')}. gitcast sync does it.\n`);
    return { exitCode: 0, said: true, json: {}, human: () => '' };
  },
});

const hasContent = ({ contentFolder }: Project): boolean =>
  statSync(contentFolder, { throwIfNoEntry: false })?.isDirectory() ?? false;

function refuseWithoutContent(project: Project, cwd: string): void {
  if (hasContent(project)) return;
  throw new UserError(`there is no content folder ${shownFrom(cwd, project.contentFolder)}`, {
    suggestion: 'create it, or name another with `content` in the configuration',
  });
}

function openEngine(config: Config, project: Project, { context, options }: Dev, now: number): Promise<Engine> {
  const { root } = config;
  const { name } = targetNamed(config, options.target ?? config.defaultTarget);
  const { shared, overlay } = project;
  const targets = Object.keys(config.targets);
  return Engine.open({
    shared,
    overlay,
    assemble: (readings, own) =>
      contentFor(name, { prefix: shared.prefix, targets, shared: readings, overlays: new Map([[name, own]]) }),
    settings: modelSettings(config),
    url: siteUrlOf(config, name),
    drafts: options.drafts,
    gallery: options.gallery,
    templateFolders: templateFolders(config, context.cwd),
    cache: diskCache(join(root, '.gitcast', 'cache', 'images')),
    now,
  });
}

/** Nothing when somebody does not want to push there. */
async function reach(config: Config, live: LiveSite, { context, options }: Dev): Promise<OpenTarget | undefined> {
  const { cwd } = context;
  const target = targetNamed(config, options.target ?? config.defaultTarget);
  if (target.type !== 'embedded' && !options.yes) {
    if (!context.ask) {
      throw new UserError(`every save would be pushed to ${target.name}, and there is nobody to ask`, {
        suggestion: 'add --yes to allow it, or --no-sync to only preview',
      });
    }
    const answer = await context.ask(`Push every save to ${target.name} (${target.baseUrl})? [y/N] `);
    if (!answer.trim().toLowerCase().startsWith('y')) return undefined;
  }
  const { concurrency, trace } = options;
  const broadcastName = nameOf(live.engine.broadcast);
  return openTarget(config, { target: target.name, concurrency, trace, cwd, broadcastName });
}

const TOLD_ONE_BY_ONE = 8;

function syncTo(
  config: Config,
  target: OpenTarget,
  live: LiveSite,
  terminal: Terminal,
  { context, options }: Dev,
): SyncOnSave {
  const { colours } = styleFor(context.stderr, context.env, options);
  const isEmbedded = targetNamed(config, target.name).type === 'embedded';
  const sync = new SyncOnSave(config, target, {
    onView: (view: SyncView) => live.setSync(view),
    onPushed(changes) {
      const told =
        changes.length > TOLD_ONE_BY_ONE
          ? [`${changes.length} changes`]
          : changes.map(({ action, address }) => `${action} ${address}`);
      for (const change of told) terminal.log(`${colours.green('↑')} ${target.name}: ${change}`);
    },
    onNotice: ({ address, kind, message }) =>
      terminal.log(`${colours.yellow('!')} ${target.name}: ${kind} ${noticeText(address, message)}`),
    async mayDelete(addresses) {
      if (isEmbedded) return true;
      terminal.clear();
      const answer = await context.ask?.(`Delete ${addresses.join(', ')} on ${target.name}? [y/N] `);
      if (answer?.trim().toLowerCase().startsWith('y')) return true;
      terminal.log(
        `${colours.yellow('!')} ${target.name}: ${addresses.join(', ')} stay there; gitcast sync deletes them`,
      );
      return false;
    },
    now: () => context.now().getTime(),
  });
  live.setSync(sync.view);
  return sync;
}

const portWish = (text: string | undefined) => {
  const port = integerOption('port', text, { least: 0, most: 65_535 });
  return { port: port ?? DEV_PORT, isNamed: port !== undefined };
};

const standing = ({ engine, problems, sync }: LiveSite, clients: number) => {
  const errors = problems.filter(isError).length;
  return { documents: engine.broadcast.entities.size, errors, warnings: problems.length - errors, sync, clients };
};

interface Saved {
  readonly names: readonly string[];
  readonly pages: number;
}

function tellSaved(live: LiveSite, { names, pages }: Saved, terminal: Terminal, style: Style): void {
  const what = names.length > 3 ? count(names.length, 'file') : names.join(', ');
  terminal.log(`${what} ${style.colours.dim(`· ${count(pages, 'page')}`)}`);
  tellProblems(live, terminal, style);
}

function tellProblems(live: LiveSite, terminal: Terminal, style: Style): void {
  for (const problem of live.problems.filter(isError)) terminal.log(`\n${diagnosticText(problem, style)}\n`);
}

interface Welcomed {
  readonly url: string;
  readonly config: Config;
  readonly target: OpenTarget | undefined;
  readonly live: LiveSite;
}

function welcome({ url, target, live }: Welcomed, { colours }: Style): string {
  const name = nameOf(live.engine.broadcast);
  const where = target ? `every save goes to ${colours.bold(target.name)}` : 'nothing is pushed';
  return [
    '',
    `  ${colours.bold('gitcast dev')} ${colours.dim('·')} ${name}`,
    '',
    `  ${colours.green('➜')} ${colours.cyan(url)}`,
    `  ${colours.green('➜')} ${where}`,
    `  ${colours.dim('Ctrl-C ends it.')}`,
    '',
    '',
  ].join('\n');
}

import { isError, isWarning } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { LiveSite } from '../../preview/live-site.ts';
import { DEV_PORT, startDevServer } from '../../preview/server/dev-server.ts';
import { watch } from '../../preview/watch.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { Changes } from '../dev/changes.ts';
import { Follower, hasContent } from '../dev/follower.ts';
import { openEngine } from '../dev/open-engine.ts';
import { projectOf, type Project } from '../dev/project.ts';
import type { SyncOnSave } from '../dev/sync-on-save.ts';
import { reach, syncTo } from '../dev/target-of-saves.ts';
import { createTerminal } from '../dev/terminal.ts';
import { instantOption } from '../instant-option.ts';
import { configFileOf, loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { shownFrom } from '../repository.ts';
import { targetNamed } from '../named-target.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { TARGET_FLAGS } from '../target.ts';
import { welcomeText } from '../views/dev.ts';
import { styleFor } from '../views/style.ts';

const OPTIONS = {
  ...TARGET_FLAGS,
  'no-sync': { about: 'Only preview; push nothing' },
  yes: { short: 'y', about: 'Do not ask before pushing to a target that is not the embedded service' },
  port: { value: 'N', about: `The port on 127.0.0.1; 0 for any free one. Otherwise ${DEV_PORT} or the next free one` },
  now: { value: 'INSTANT', about: 'Show the site as it will be then, such as 2027-06-18T20:00:00+02:00' },
  drafts: { about: 'Show drafts and what is scheduled for later' },
  gallery: { about: 'Add /gallery/, every block in every format' },
} as const;

export const dev = defineCommand({
  arguments: [],
  options: OPTIONS,
  examples: [
    { line: 'gitcast dev', about: 'Shows the site, follows every save, and pushes it to the embedded service' },
    { line: 'gitcast dev --no-sync --drafts', about: 'Only the site, with drafts' },
    { line: 'gitcast dev --now 2027-06-18T20:00:00+02:00', about: 'The site as it will be at that moment' },
  ],
  async run({ context, options }) {
    const { cwd, env, stdout, stderr } = context;
    context.scrubEnvironment?.({ programs: true });
    const style = styleFor(stderr, env, options);
    const terminal = createTerminal(context, style, { silent: options.json || options.quiet });
    const wish = portWish(options.port);
    const chosenNow = instantOption(options.now);
    const configure = () => {
      const config = loadConfig({ configFile: options.config, cwd, env });
      const { name } = targetNamed(config, options.target ?? config.defaultTarget);
      const configFile = configFileOf(config, { configFile: options.config, cwd });
      return { config, project: projectOf(config, { cwd, configFile, target: name }), target: name };
    };
    let current = configure();
    refuseWithoutContent(current.project, cwd);

    const opened: Opened[] = [];
    try {
      // Before anything is read: what is saved from now on is reported, and what was saved before is read.
      const changes = new Changes((error) =>
        terminal.log(style.colours.red(`could not follow a change: ${String(error)}`)),
      );
      const watching = await watch(current.project.watched, {
        onChange: (paths) => changes.add(paths),
        onProblem: (message) => terminal.log(style.colours.yellow(message)),
      });
      opened.push(watching);

      let sync: SyncOnSave | undefined;
      const live = await LiveSite.open(
        {
          open: (now) => openEngine(current.config, current.project, { ...options, target: current.target, cwd, now }),
          timezone: () => current.config.site.timezone,
          chosenNow,
          clock: () => context.now().getTime(),
          stateOf: (entity) => sync?.stateOf(entity) ?? 'unknown',
        },
        { status: 'off', target: '', notices: [] },
      );
      opened.push(live);
      let clients = 0;
      const stand = (): void => terminal.stand(standing(live, clients));
      const server = await startDevServer({
        site: live,
        port: wish,
        locate: (file) => current.project.locate(file),
        env,
        onClients(open) {
          clients = open;
          stand();
        },
      });
      opened.push(server);
      const target = options['no-sync'] ? undefined : await reach(current.config, live, context, options);
      if (target) opened.push(target);
      if (target) sync = syncTo(current.config, target, live, { terminal, style, context });
      live.onChange(stand);
      const follower = new Follower({
        live,
        sync,
        terminal,
        style,
        ...current,
        configure: () => (current = configure()),
      });

      const { url, port } = server;
      if (options.json) stdout.write(`${JSON.stringify({ url })}\n`);
      else if (!options.quiet) {
        const taken = wish.isNamed || port === wish.port ? undefined : wish.port;
        const shown = { url, taken, name: nameOf(live.engine.broadcast), target: target?.name };
        stdout.write(welcomeText(shown, styleFor(stdout, env, options)));
      }
      follower.tellErrors();
      if (live.engine.isValid) sync?.push(live.engine.broadcast);
      changes.followWith((paths) => follower.follow(paths));
      stand();

      const left = await untilStoppedThen(context, target ? `a push to ${target.name}` : 'open pages', async () => {
        await watching.close();
        await server.close();
        terminal.clear();
        const unpushed = (await sync?.stop()) ?? [];
        live.close();
        await target?.close();
        return unpushed;
      });
      if (left.length > 0) stderr.write(`Not pushed to ${target!.name}: ${left.join(', ')}. gitcast sync does it.\n`);
      return { exitCode: 0, said: true, json: {}, human: () => '' };
    } catch (error) {
      // What stays open would keep the process running after its error.
      for (const each of opened.toReversed()) await each.close();
      throw error;
    }
  },
});

interface Opened {
  readonly close: () => unknown;
}

function refuseWithoutContent(project: Project, cwd: string): void {
  if (hasContent(project)) return;
  throw new UserError(`there is no content folder ${shownFrom(cwd, project.contentFolder)}`, {
    suggestion: 'create it, or name another with `content` in the configuration',
  });
}

const portWish = (text: string | undefined) => {
  const port = integerOption('port', text, { least: 0, most: 65_535 });
  return { port: port ?? DEV_PORT, isNamed: port !== undefined };
};

const standing = ({ engine, problems, sync }: LiveSite, clients: number) => {
  const errors = problems.filter(isError).length;
  return {
    documents: engine.broadcast.entities.size,
    errors,
    warnings: problems.filter(isWarning).length,
    sync,
    clients,
  };
};

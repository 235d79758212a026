import type { Config } from '../../config/config.ts';
import { isError, isWarning } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { isWildcard, likelyAddress } from '../../machine/network-addresses.ts';
import { LiveSite } from '../../preview/live-site.ts';
import { DEV_PORT, startDevServer } from '../../preview/server/dev-server.ts';
import type { DevStanding, DevStarted } from '../events.ts';
import { noContentFolder } from '../../repository/project-paths.ts';
import { nameOf, modelSettings, siteUrlOf } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { address, flag, port, turnedOff, type OptionsOf } from '../calls/option.ts';
import { configFileOf, contentConfigOf, targetNamed } from '../../repository/load-config.ts';
import { openEditor } from '../edit/open-editor.ts';
import { followedFiles, isFolder, watchCommits, MovingWatch } from './followed-files.ts';
import { Follower, Changes, type Configured } from './follower.ts';
import { openForSaves, syncTo, waitingMark, type SyncOnSave } from './sync-on-save.ts';
import type { FileReading } from '../../content/read-file.ts';
import { contentFor, readInherited } from '../../content/target-content.ts';
import { Engine } from '../../preview/preview-engine.ts';
import { pictureCache, siteLook, templateFolders } from '../../building/folders.ts';
import { knownHistory } from '../../building/history.ts';
import { redirectSettings } from '../../building/render-site.ts';
import { TARGET, RENDERING } from '../calls/shared-options.ts';

const devOptions = {
  ...TARGET,
  sync: turnedOff('Preview only, sync nothing'),
  approve: flag('Do not ask for confirmation before syncing to a remote target', { flag: 'yes', short: 'y' }),
  port: port('The port on 127.0.0.1; 0 picks a free one (default: 4321 or the next free one)'),
  host: address(
    'Also answer on the network, to browsers that open the link it prints; alone, or 0.0.0.0: on all addresses',
  ),
  ...RENDERING,
};

/** The options of `dev`. */
export interface DevOptions extends OptionsOf<typeof devOptions> {}

/** A running `dev`. */
export interface Dev extends DevStarted {
  /** Waits for a push in progress; returns the addresses of saved documents that are not on the target. */
  readonly close: () => Promise<readonly string[]>;
}

interface Opened {
  readonly close: () => unknown;
}

/** Runs a preview that updates on every save and pushes it, until it is closed. Its events report what happens. */
export const dev = defineCall(devOptions, async (outside, options: DevOptions): Promise<Dev> => {
  const { folder, env, onEvent } = outside;
  const configure = (): Configured => configured(outside, options);
  let current = configure();
  const { contentFolder } = current.files;
  if (!isFolder(contentFolder)) throw noContentFolder(contentFolder, folder);

  const opened: Opened[] = [];
  try {
    // Before anything is read: later saves are reported, earlier ones are read.
    const onError = (error: unknown): void => onEvent({ type: 'follow-failed', error });
    const onProblem = (message: string): void => onEvent({ type: 'watch-problem', message });
    const changes = new Changes(onError);
    const watching = await MovingWatch.open(current.files.watched, {
      onChange: (paths) => changes.add(paths),
      onProblem,
    });
    opened.push(watching);
    const commits = new Changes(onError);
    const awaiting = await watchCommits(current.config, { onChange: (paths) => commits.add(paths), onProblem });
    if (awaiting) opened.push(awaiting);

    let sync: SyncOnSave | undefined;
    let isEditing = false;
    const waiting = options.sync === false ? undefined : waitingMark(current.config, current.target);
    const live = await openLive(outside, options, { current: () => current, sync: () => sync });
    opened.push(live);
    let clients = 0;
    const stand = (): void => onEvent({ type: 'dev-standing', ...standing(live, clients) });
    const wish = { port: options.port ?? DEV_PORT, isNamed: options.port !== undefined, address: options.host };
    if (options.host !== undefined) assertNetwork(options.host);
    const server = await startDevServer({
      site: live,
      folder: current.config.root,
      port: wish,
      locate: (file) => current.files.locate(file),
      media: (name) => live.engine.media(name),
      editor: openEditor({
        live,
        configured: () => current,
        outside,
        touch(paths) {
          waiting?.set();
          changes.add(paths);
        },
        settled: () => changes.settled(),
        sync: () => sync,
      }),
      onEditing() {
        isEditing = true;
        sync?.waitForSend();
      },
      env,
      onClients(open) {
        clients = open;
        stand();
      },
    });
    opened.push(server);
    const target = options.sync === false ? undefined : await openForSaves(current.config, live, outside, options);
    if (target) opened.push(target);
    const atStart = current.config;
    // The targets and the guard stay; the content folder can change.
    const syncedConfig = (): Config => ({ ...atStart, content: current.config.content });
    if (target) sync = syncTo(syncedConfig, { target, waiting }, live, outside);
    const { engine } = live;
    if (isEditing || (await sync?.hasWaiting(engine.isValid ? engine.broadcast : undefined))) sync?.waitForSend();
    live.onChange(stand);
    const follower = new Follower({
      live,
      sync,
      onEvent,
      watching,
      configured: current,
      configure: () => (current = configure()),
    });

    const { url, port } = server;
    const taken = wish.isNamed || port === wish.port ? undefined : wish.port;
    const name = nameOf(live.engine.broadcast);
    const started = { url, link: server.link(), taken, name, target: target?.name, isHeld: sync?.isByHand ?? false };
    onEvent({ type: 'dev-started', ...started });
    follower.reportErrors();
    if (live.engine.isValid) sync?.push(live.engine.broadcast);
    changes.followWith((paths, isSuperseded) => follower.follow(paths, isSuperseded));
    commits.followWith(() => follower.followCommits());
    stand();
    return {
      ...started,
      async close() {
        await watching.close();
        await awaiting?.close();
        await server.close();
        const unpushed = (await sync?.stop()) ?? [];
        live.close();
        await target?.close();
        return unpushed;
      },
    };
  } catch (error) {
    // Anything left open would keep the process running after its error.
    for (const each of opened.toReversed()) await each.close();
    throw error;
  }
});

function assertNetwork(address: string): void {
  if (isWildcard(address) && likelyAddress() === undefined)
    throw new UserError('this machine is on no network', { suggestion: 'connect it, or omit --host' });
}

function configured(outside: Outside, options: DevOptions): Configured {
  const { folder, configFile } = outside;
  const config = contentConfigOf(outside);
  const { name } = targetNamed(config, options.target);
  const file = configFileOf(config, { configFile, cwd: folder });
  return { config, files: followedFiles(config, { cwd: folder, configFile: file, target: name }), target: name };
}

interface Latest {
  readonly current: () => Configured;
  readonly sync: () => SyncOnSave | undefined;
}

function openLive(outside: Outside, options: DevOptions, { current, sync }: Latest): Promise<LiveSite> {
  return LiveSite.open(
    {
      open: (now) => openEngine(current(), outside, options, now),
      timezone: () => current().config.site.timezone,
      chosenNow: options.at,
      clock: () => outside.now().getTime(),
      stateOf: (entity) => sync()?.stateOf(entity) ?? 'unknown',
    },
    { status: 'off', target: '', notices: [] },
  );
}

const standing = ({ engine, problems, sync }: LiveSite, clients: number): DevStanding => ({
  documents: engine.broadcast.entities.size,
  errors: problems.filter(isError).length,
  warnings: problems.filter(isWarning).length,
  sync,
  clients,
});

/** A target's site in memory, built from the project's files. */
async function openEngine(
  { config, target, files: { shared, inherited: below, overlay } }: Configured,
  { folder: cwd }: Outside,
  { drafts = false, gallery = false }: DevOptions,
  now: number,
): Promise<Engine> {
  const targets = Object.keys(config.targets);
  const inherited = readInherited(below);
  const input = {
    shared,
    overlay,
    inherited: below,
    assemble: (readings: readonly FileReading[], own: readonly FileReading[]) =>
      contentFor(target, {
        prefix: shared.prefix,
        targets,
        shared: readings,
        inherited,
        overlays: new Map([[target, own]]),
      }),
    settings: modelSettings(config),
    url: siteUrlOf(config, target),
    drafts,
    gallery,
    history: await knownHistory(config, target, now),
    templateFolders: templateFolders(config, cwd),
    look: siteLook(config),
    siteSettings: config.site,
    ...redirectSettings(config, cwd),
    cache: pictureCache(config),
    now,
  };
  return Engine.open(input);
}

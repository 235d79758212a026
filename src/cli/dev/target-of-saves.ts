/** Where saves are pushed to: agreed with whoever started it, and told in the terminal. */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { SyncView } from '../../preview/preview-site.ts';
import { nameOf } from '../broadcast-name.ts';
import type { Context } from '../context.ts';
import { targetNamed } from '../named-target.ts';
import { openTarget, type OpenTarget } from '../target.ts';
import type { Style } from '../views/style.ts';
import { SyncOnSave } from './sync-on-save.ts';
import { noticeText, type Terminal } from './terminal.ts';

interface Asked {
  readonly target: string | undefined;
  readonly concurrency: string | undefined;
  readonly trace: string | undefined;
  readonly yes: boolean;
}

/** Nothing when somebody does not want to push there. */
export async function reach(
  config: Config,
  live: LiveSite,
  context: Context,
  options: Asked,
): Promise<OpenTarget | undefined> {
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
  return openTarget(config, { target: target.name, concurrency, trace, cwd, broadcastName, context });
}

const TOLD_ONE_BY_ONE = 8;

interface Told {
  readonly terminal: Terminal;
  readonly style: Style;
  readonly context: Context;
}

export function syncTo(
  config: Config,
  target: OpenTarget,
  live: LiveSite,
  { terminal, style: { colours }, context }: Told,
): SyncOnSave {
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

/** The target that saves are pushed to, with the consent of the person who started `dev`. */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import type { LiveSite } from '../../preview/live-site.ts';
import type { Outside } from '../outside.ts';
import { openTarget, type OpenTarget } from '../../target/open-target.ts';
import type { TargetOptions } from '../calls/shared-options.ts';
import { SyncOnSave } from './sync-on-save.ts';
import { nameOf } from '../../repository/repository.ts';
import { targetNamed } from '../../repository/targets.ts';

interface Asked extends TargetOptions {
  readonly approve?: boolean | undefined;
}

/** Undefined if the person declines. */
export async function openForSaves(
  config: Config,
  live: LiveSite,
  outside: Outside,
  options: Asked,
): Promise<OpenTarget | undefined> {
  const target = targetNamed(config, options.target ?? config.defaultTarget);
  if (target.type !== 'embedded' && !options.approve) {
    const { name, baseUrl } = target;
    if (!outside.confirm) {
      throw new UserError(
        `every save would be pushed to ${name}; this is not a terminal, so gitcast cannot ask for confirmation`,
        {
          suggestion: worded`add ${option('approve')} to allow it, or ${option('sync', false)} to preview only`,
        },
      );
    }
    if (!(await outside.confirm({ type: 'push-saves', target: name, baseUrl }))) return undefined;
  }
  return openTarget(config, outside, { ...options, broadcastName: nameOf(live.engine.broadcast) });
}

export function syncTo(config: () => Config, target: OpenTarget, live: LiveSite, outside: Outside): SyncOnSave {
  const { onEvent, confirm, now, notation } = outside;
  const isEmbedded = targetNamed(config(), target.name).type === 'embedded';
  const sync = new SyncOnSave(config, target, {
    onView: (view) => live.setSync(view),
    onPushed: (changes) => onEvent({ type: 'saves-pushed', target: target.name, changes }),
    onNotice: (notice) => onEvent({ type: 'sync-notice', target: target.name, notice }),
    async mayDelete(addresses) {
      const asked = { target: target.name, addresses };
      if (isEmbedded || (await confirm?.({ type: 'delete-objects', ...asked }))) return true;
      onEvent({ type: 'deletions-declined', ...asked });
      return false;
    },
    now: () => now().getTime(),
    notation,
  });
  live.setSync(sync.view);
  return sync;
}

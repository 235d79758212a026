/** Shows doubles. What to do about them is a person's decision, so it does nothing by itself. */
import { NO_CHOICES } from '../../plan/context.ts';
import { dedupe as proposalsFor } from '../../plan/dedupe.ts';
import { identify } from '../../plan/identify.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { findFileKind } from '../find-kind.ts';
import { loadConfig } from '../load-config.ts';
import { preparePlan, readBroadcast } from '../planning.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { dedupeJson, dedupeText } from '../views/dedupe.ts';
import { unreadKinds } from '../../plan/coverage.ts';

export const dedupe = defineCommand({
  arguments: [],
  options: { ...TARGET_FLAGS, kind: { value: 'K', about: 'Only objects of this kind' } },
  examples: [
    { line: 'gitcast dedupe --target production', about: 'Shows what is there twice, and changes nothing' },
    { line: 'gitcast dedupe --kind event', about: 'Shows it for events' },
  ],
  async run({ context, options }) {
    const { cwd, env } = context;
    const config = loadConfig({ configFile: options.config, cwd, env });
    const wanted = options.kind === undefined ? undefined : findFileKind(options.kind).name;
    const broadcast = readBroadcast(config, cwd, options.target);
    const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast), context });
    try {
      const { input } = await preparePlan(config, broadcast, target, NO_CHOICES);
      const { identities } = identify([...broadcast.entities.values()], input);
      const isWanted = ({ kind }: { readonly kind: string }): boolean => wanted === undefined || kind === wanted;
      const shown = {
        target: target.name,
        groups: proposalsFor(identities, input).filter(isWanted),
        unread: unreadKinds(input.snapshot).filter(isWanted),
      };
      return {
        exitCode: exitCodeOf({ incomplete: shown.unread.length > 0 }),
        json: dedupeJson(shown),
        human: (style) => dedupeText(shown, style),
      };
    } finally {
      await target.close();
    }
  },
});

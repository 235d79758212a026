import { kindNamed } from '../../kinds/registry.ts';
import { capabilities } from '../../kinds/capabilities.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { findDoubles, isHalfManaged } from '../../plan/doubles.ts';
import { identify } from '../../plan/identify.ts';
import { isIncomplete, type Change } from '../../plan/plan.ts';
import { unmanagedFields } from '../../plan/unmanaged-fields.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { loadConfig } from '../load-config.ts';
import { preparePlan, readBroadcast } from '../planning.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { statusJson, statusText } from '../views/status.ts';
import { incompleteWarning } from '../views/verdict.ts';

export const status = defineCommand({
  arguments: [],
  options: TARGET_FLAGS,
  examples: [
    {
      line: 'gitcast status --target production',
      about: 'Shows what is managed, what was changed there, and what no file stands for',
    },
  ],
  async run({ context, options }) {
    const { cwd, env } = context;
    const config = loadConfig({ configFile: options.config, cwd, env });
    const broadcast = readBroadcast(config, cwd, options.target);
    const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast), context });
    try {
      const { plan, snapshot, state, input } = await preparePlan(config, broadcast, target, NO_CHOICES);
      const known = new Set([...state.base.entries.values()].map(({ id }) => id));
      const adopted = new Set(
        plan.changes.flatMap(({ action, id }) => (action === 'adopt' && id !== undefined ? [id] : [])),
      );
      const unmanaged = [...snapshot.kinds].flatMap(([kind, reading]) =>
        'records' in reading
          ? [...reading.records.keys()].filter((id) => !known.has(id) && !adopted.has(id)).map((id) => ({ kind, id }))
          : [],
      );
      const unsupported = [...broadcast.byKind]
        .filter(([kind]) => capabilities(kindNamed(kind), target.profile, target).reach === 'site')
        .map(([kind, entities]) => ({ kind, documents: entities.length }));
      const written = [...state.base.entries.values()].flatMap(({ writtenAt }) => writtenAt ?? []);
      const addressesOf = (wanted: Change['action']): readonly string[] => [
        ...new Set(plan.changes.filter(({ action }) => action === wanted).map(({ address }) => address)),
      ];
      const shown = {
        plan,
        managed: state.base.entries.size,
        drifted: addressesOf('drift'),
        conflicts: addressesOf('conflict'),
        unmanaged,
        unmanagedFields: unmanagedFields(input),
        doubles: findDoubles(identify([...broadcast.entities.values()], input).identities, input).filter(isHalfManaged),
        unsupported,
        lastWrite: written.length === 0 ? null : new Date(Math.max(...written)).toISOString(),
        interrupted: state.interrupted,
      };
      return {
        exitCode: exitCodeOf({ incomplete: isIncomplete(plan) }),
        warning: incompleteWarning(plan),
        json: statusJson(shown),
        human: (style) => statusText(shown, style),
      };
    } finally {
      await target.close();
    }
  },
});

import { kindNamed } from '../../kinds/registry.ts';
import { capabilities } from '../../kinds/capabilities.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Change } from '../../plan/plan.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { preparePlan, readBroadcast } from '../planning.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { statusText } from '../views/status.ts';

export const status = defineCommand({
  arguments: [],
  options: TARGET_FLAGS,
  examples: [
    {
      line: 'gitcast status --target production',
      about: 'Shows what is managed, what drifted, and what no file stands for',
    },
  ],
  async run({ context: { cwd, env }, options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const broadcast = readBroadcast(config, cwd, options.target);
    const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast) });
    try {
      const { plan, snapshot, state } = await preparePlan(config, broadcast, target, NO_CHOICES);
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
      const addressesOf = (wanted: Change['action']): readonly string[] =>
        plan.changes.filter(({ action }) => action === wanted).map(({ address }) => address);
      const json = {
        target: target.name,
        managed: state.base.entries.size,
        drifted: addressesOf('drift'),
        unmanaged,
        unsupported,
        last_run: written.length === 0 ? null : new Date(Math.max(...written)).toISOString(),
      };
      return {
        exitCode: 0,
        json,
        human: (style) => {
          const { summary } = plan;
          const conflicts = addressesOf('conflict');
          return statusText({ ...json, conflicts, summary, interrupted: state.interrupted }, style);
        },
      };
    } finally {
      await target.close();
    }
  },
});

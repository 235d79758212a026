import { findFileKind } from '../../project/files/find-kind.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { projectOf } from '../open-project.ts';
import { dedupeText } from '../views/plan/dedupe.ts';
import { TARGET_FLAGS, targetOptions } from '../flags.ts';

export const dedupe = defineCommand({
  arguments: [],
  options: { ...TARGET_FLAGS, kind: { value: 'K', completes: 'kind', about: 'Only objects of this kind' } },
  examples: [
    { line: 'gitcast dedupe --target production', about: 'Shows duplicates, and changes nothing' },
    { line: 'gitcast dedupe --kind event', about: 'Shows duplicate events' },
  ],
  async run(invocation) {
    const { options } = invocation;
    const kind = options.kind === undefined ? undefined : findFileKind(options.kind).name;
    const found = await projectOf(invocation).dedupe({ ...targetOptions(options), kind });
    return { exitCode: exitCodeOf(found.ending), json: found.report, human: (style) => dedupeText(found, style) };
  },
});

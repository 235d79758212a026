import { dedupe as call } from '../../project/planning/dedupe.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { givenTo } from '../for-each-broadcast.ts';
import { projectOf } from '../open-project.ts';
import { dedupeText } from '../views/plan/dedupe.ts';

export const command = defineCommand({
  arguments: [],
  options: call.options,
  examples: [
    { line: 'gitcast dedupe --target production', about: 'Shows duplicates, and changes nothing' },
    { line: 'gitcast dedupe --kind event', about: 'Shows duplicate events' },
  ],
  async run(invocation) {
    const found = await projectOf(invocation).dedupe(givenTo(call.options, invocation.options));
    return { exitCode: exitCodeOf(found.ending), json: found.report, human: (style) => dedupeText(found, style) };
  },
});

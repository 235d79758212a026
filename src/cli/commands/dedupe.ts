import { dedupe as call } from '../../project/planning/dedupe.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
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
    return outcomeOf(found, (style) => dedupeText(found, style));
  },
});

import { move as call } from '../../project/move/move.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { movedText } from '../views/move-view.ts';

export const command = defineCommand({
  arguments: [
    { name: 'OLD', required: true, completes: 'addresses', about: call.options.from.about },
    { name: 'NEW', required: true, completes: 'addresses', about: call.options.to.about },
  ],
  options: call.options,
  examples: [
    {
      line: 'gitcast mv sessions/opening sessions/opening-night',
      about: 'Renames a session, with all that points to it',
    },
    { line: 'gitcast mv sessions/2026 sessions/archive/', about: 'Moves a folder into another one' },
    { line: 'gitcast mv media/bridge.jpg media/harbour/bridge.jpg', about: 'Moves a picture and its description' },
    { line: 'gitcast mv sessions/opening sessions/closing --dry-run', about: 'Shows what would follow' },
  ],
  async run(invocation) {
    const [from = '', to = ''] = invocation.arguments;
    const moved = await projectOf(invocation).move({ ...givenTo(call.options, invocation.options), from, to });
    return {
      ...outcomeOf(moved, (style) => movedText(moved.report, style)),
      confirms: moved.report.outcome === 'done',
    };
  },
});

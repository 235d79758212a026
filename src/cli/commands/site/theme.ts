import { UserError } from '../../../diagnostics/errors.ts';
import { actionOf, defineCommand } from '../../command.ts';
import { projectOf } from '../../open-project.ts';
import { ejectedText, templatesText } from '../../views/site/results.ts';

const ACTIONS = ['eject'] as const;

export const command = defineCommand({
  arguments: [
    { name: 'ACTION', required: true, completes: ACTIONS, about: 'eject' },
    { name: 'TEMPLATE', about: 'The template to copy, such as pages/event (default: list all of them)' },
  ],
  options: {},
  examples: [
    { line: 'gitcast theme eject', about: 'Lists the templates, and which of them are your own' },
    {
      line: 'gitcast theme eject pages/event',
      about: 'Copies it to templates/pages/event.eta, which the site then uses',
    },
    { line: 'gitcast theme eject assets/css/slots.css', about: 'Copies a part of the style sheet' },
  ],
  async run(invocation) {
    const [word = '', template] = invocation.arguments;
    actionOf('theme', word, ACTIONS);
    const project = projectOf(invocation);
    // A script passes it if its variable is not set.
    if (template === '') {
      throw new UserError('the name of the template is empty', {
        suggestion: 'without a name, all templates are listed',
      });
    }
    if (template === undefined) {
      const json = await project.templates();
      return { exitCode: 0, json, human: (style) => templatesText(json, style) };
    }
    const json = await project.ejectTemplate({ template });
    return { exitCode: 0, confirms: true, json, human: (style) => ejectedText(json, style) };
  },
});

import { UserError } from '../../../diagnostics/errors.ts';
import type { EjectedTemplate, ThemeTemplates } from '../../../project/index.ts';
import { actionOf, defineCommand, shown } from '../../command.ts';
import { projectOf } from '../../open-project.ts';
import type { Style } from '../../views/text/style.ts';

const ACTIONS = ['eject'] as const;

export const command = defineCommand({
  arguments: [
    { name: 'ACTION', required: true, completes: ACTIONS, about: 'eject' },
    { name: 'TEMPLATE', about: 'The template to copy, such as pages/event (default: list all of them)' },
  ],
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
      return shown(json, (style) => templatesText(json, style));
    }
    const json = await project.ejectTemplate({ template });
    return { ...shown(json, (style) => ejectedText(json, style)), confirms: true };
  },
});

function templatesText({ templates }: ThemeTemplates, { colours }: Style): string {
  const groups = Map.groupBy(templates, ({ name }) => name.split('/').slice(0, -1).join('/'));
  const parts = [...groups].map(([folder, inside]) =>
    [
      colours.bold(`${folder}/`),
      ...inside.map(({ name, file, own }) => `  ${name}${own ? colours.dim(`  your own: ${file}`) : ''}`),
    ].join('\n'),
  );
  return `${parts.join('\n')}\n`;
}

function ejectedText({ template, file, from }: EjectedTemplate, { colours }: Style): string {
  return [
    `${colours.green('✓')} ${colours.bold(file)}: copied from ${from}`,
    `  edit it, and run ${colours.bold('gitcast dev')} to see the result`,
    colours.dim(`  to use the theme's ${template} again, delete the file`),
    '',
  ].join('\n');
}

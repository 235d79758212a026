import type { EjectedTemplate, ThemeTemplates } from '../../../project/index.ts';
import type { Style } from '../text/style.ts';

export function templatesText({ templates }: ThemeTemplates, { colours }: Style): string {
  const groups = Map.groupBy(templates, ({ name }) => name.split('/').slice(0, -1).join('/'));
  const parts = [...groups].map(([folder, inside]) =>
    [
      colours.bold(`${folder}/`),
      ...inside.map(({ name, file, own }) => `  ${name}${own ? colours.dim(`  your own: ${file}`) : ''}`),
    ].join('\n'),
  );
  return `${parts.join('\n')}\n`;
}

export function ejectedText({ template, file, from }: EjectedTemplate, { colours }: Style): string {
  return [
    `${colours.green('✓')} ${colours.bold(file)}: copied from ${from}`,
    `  edit it, and run ${colours.bold('gitcast dev')} to see the result`,
    colours.dim(`  to use the theme's ${template} again, delete the file`),
    '',
  ].join('\n');
}

/** Results of the website's commands, in a terminal. */
import { count } from '../../../diagnostics/count.ts';
import type { EjectedTemplate, PrintReport, RecordedSite, ThemeTemplates } from '../../../project/index.ts';
import { sizeText } from '../text/size.ts';
import type { Style } from '../text/style.ts';

export function printedText({ files, codes }: PrintReport, { colours, quiet }: Style): string {
  if (quiet) return '';
  const lines = files.map(
    ({ file, pages, bytes }) =>
      `${colours.green('✓')} ${colours.bold(file)}: ${count(pages, 'page')}, ${sizeText(bytes)}`,
  );
  const note = colours.dim('  no QR codes, because `site.url` is not set in the configuration');
  return `${[...lines, ...(codes ? [] : [note])].join('\n')}\n`;
}

export function recordedText({ ref, pages, next_change: until }: RecordedSite, { colours }: Style): string {
  const change = until === null ? '' : `; it changes at ${until} by itself`;
  return `${colours.green('✓')} recorded the published site with ${count(pages, 'page')} on ${ref}${change}\n`;
}

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

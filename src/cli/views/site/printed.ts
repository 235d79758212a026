import { count } from '../../../diagnostics/count.ts';
import type { PrintReport } from '../../../project/index.ts';
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

import type { DevStarted } from '../../project/index.ts';
import type { Style } from './text/style.ts';

export function welcomeText({ url, taken, name, target }: DevStarted, { colours }: Style): string {
  const where = target === undefined ? 'nothing is pushed' : `every save goes to ${colours.bold(target)}`;
  return [
    '',
    `  ${colours.bold('gitcast dev')} ${colours.dim('·')} ${name}`,
    '',
    `  ${colours.green('➜')} ${colours.cyan(url)}${taken === undefined ? '' : colours.dim(` (port ${taken} is taken)`)}`,
    `  ${colours.green('➜')} ${where}`,
    `  ${colours.dim('Ctrl-C ends it.')}`,
    '',
    '',
  ].join('\n');
}

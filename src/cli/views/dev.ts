import type { DevStarted } from '../../project/index.ts';
import type { Style } from './text/style.ts';

export function welcomeText({ url, taken, name, target }: DevStarted, { colours }: Style): string {
  const where = target === undefined ? 'saves are not synced' : `every save is synced to ${colours.bold(target)}`;
  return [
    '',
    `  ${colours.bold('gitcast dev')} ${colours.dim('·')} ${name}`,
    '',
    `  ${colours.green('➜')} ${colours.cyan(url)}${taken === undefined ? '' : colours.dim(` (port ${taken} is in use)`)}`,
    `  ${colours.green('➜')} ${where}`,
    `  ${colours.dim('Ctrl-C stops it.')}`,
    '',
    '',
  ].join('\n');
}

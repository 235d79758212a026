/** The files and settings of CI that `init` could not simply replace: what it kept, and what a person should look at. */
import { assertNever } from '../../diagnostics/errors.ts';
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { CiOriginal, FormerSetting, InitReport, KeptCiFile } from '../../project/index.ts';
import { diffLines } from './text/line-diff.ts';
import type { Style } from './text/style.ts';

export function leftText({ kept = [], originals = [], settings = [] }: InitReport, style: Style): readonly string[] {
  const sign = style.colours.yellow('!');
  const sentences = [...settings.map(settingSentence), ...kept.map(keptSentence)].map((each) => `${sign} ${each}`);
  return [
    ...(sentences.length === 0 ? [] : [sentences.join('\n')]),
    ...originals.map((each) => originalText(each, style)),
  ];
}

function keptSentence({ file, reason, script }: KeptCiFile): string {
  switch (reason) {
    case 'edited':
      return `kept ${file}, because you edited it; --force replaces it`;
    case 'foreign':
      return `kept ${file}, because gitcast did not write it; --force replaces it and keeps yours as ${file}.orig`;
    case 'starts-replaced':
      return `${file} still starts ${script}, which starts gitcast ci now; delete it if a new file has its jobs`;
    case 'starts-missing':
      return `${file} starts ${script}, which is gone: start a job of gitcast ci there, or delete it`;
    default:
      return assertNever(reason);
  }
}

function settingSentence({ setting, value, variable }: FormerSetting): string {
  const written = `${setting}='${printable(value)}' in ci/gitcast.sh`;
  if (variable !== null) return `${written} is now the variable ${variable}`;
  switch (setting) {
    case 'keys':
    case 'promote_keys':
      return `${written} is not in the configuration, where CI finds its keys now: add \`key: { $env: ${printable(value)} }\` to the target`;
    case 'target':
    case 'promote_to':
      return `${written} is not carried over, because the configuration has no such remote target`;
    case 'publish_to':
      return `${written} is not carried over, because the configuration has no such host below publish`;
    default:
      return assertNever(setting);
  }
}

const MOST_LINES = 40;

function originalText({ file, original, shows, diff }: CiOriginal, style: Style): string {
  const lines = diffLines(diff, style);
  const more = lines.length - MOST_LINES;
  const said = shows === 'edits' ? 'your edits' : 'compared with the new text';
  return [
    `${style.colours.yellow('!')} ${file} was edited, and is kept as ${original}${lines.length === 0 ? '' : `; ${said}:`}`,
    ...lines.slice(0, MOST_LINES),
    ...(more > 0 ? [style.colours.dim(`    … ${count(more, 'more line')}`)] : []),
  ].join('\n');
}

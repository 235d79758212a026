import { hunksBetween, linesOf } from '../../values/hunks.ts';
import { withLineFeeds } from '../../values/line-breaks.ts';
import { append } from '../../values/long-lists.ts';
import { endOfLineIn } from './text.ts';
import { type Edit, editYaml } from './yaml.ts';

const FRONT_MATTER =
  /^(?<open>---[ \t]*(?:ya?ml)?[ \t]*\r?\n)(?<yaml>(?:[^\n]*\n)*?)(?<close>---[ \t]*(?:\r?\n|$))(?<body>[^]*)$/i;
const FENCE = /^---(?!-)/;

/**
 * Changes values in a Markdown file's front matter, its body, or both. The body is everything after the line of the
 * closing fence. Its lines keep their line breaks, and a new one gets that of the line before.
 */
export function editMarkdown(source: string, edits: readonly Edit[], body?: string): string {
  const byteOrderMark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  return byteOrderMark + editText(source.slice(byteOrderMark.length), edits, body);
}

function editText(text: string, edits: readonly Edit[], body: string | undefined): string {
  const lineBreak = endOfLineIn(text);
  const parts = FRONT_MATTER.exec(text)?.groups;
  if (!parts && FENCE.test(text)) throw new Error('Cannot edit front matter that is not closed or not YAML.');
  const { open = `---${lineBreak}`, yaml = '', close = `---${lineBreak}`, body: oldBody = text } = parts ?? {};
  const newYaml = yaml === '' ? editYaml('', edits).replaceAll('\n', lineBreak) : editYaml(yaml, edits);
  const newBody = body === undefined ? oldBody : withBreaksOf(oldBody, body, lineBreak);
  // A body that starts like front matter would be parsed as such, so it gets an empty one before it.
  if (!parts && newYaml === '' && !FENCE.test(newBody)) return newBody;
  const fenceEnd = newBody !== '' && !close.endsWith('\n') ? lineBreak : '';
  return open + newYaml + close + fenceEnd + newBody;
}

function withBreaksOf(old: string, body: string, otherwise: string): string {
  const [written, next] = [linesOf(old), linesOf(withLineFeeds(body))];
  const lines: string[] = [];
  let at = 0;
  for (const { from, to, newFrom, newTo } of hunksBetween(written.map(withLineFeeds), next)) {
    append(lines, written.slice(at, from));
    for (const [index, line] of next.slice(newFrom, newTo).entries()) {
      const instead = from + index < to ? written[from + index] : undefined;
      lines.push(line.replace(/\n$/, breakOf(instead) ?? breakOf(lines.at(-1)) ?? otherwise));
    }
    at = to;
  }
  append(lines, written.slice(at));
  return lines.join('');
}

const breakOf = (line = ''): string | undefined => /\r?\n$/.exec(line)?.[0];

import matter from 'gray-matter';
import type { TextProblem } from './text-problem.ts';
import { readYaml, type ReadYaml } from './yaml-tree.ts';

export interface ReadMarkdown extends ReadYaml {
  readonly body: string;
  readonly bodyStart: number;
  /** The range of the YAML in the text. */
  readonly yaml: readonly [number, number];
}

const FENCE = '---';
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * gray-matter executes front matter that is marked as JavaScript, and supports several other languages. So the language
 * is checked first, and everything but YAML is rejected. gray-matter then gets a bare fence instead of the first line:
 * programs disagree about line breaks and whitespace, and that must not decide whether content is executed.
 */
export function readMarkdown(text: string): ReadMarkdown {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  if (!text.startsWith(FENCE, start) || text.charAt(start + FENCE.length) === '-') {
    return { data: {}, problems: [], body: text.slice(start), bodyStart: start, yaml: [0, 0] };
  }
  const problem = refusal(text, start);
  if (problem) return { data: null, problems: [problem], body: '', bodyStart: 0, yaml: [0, 0] };

  let read: ReadYaml = { data: null, problems: [] };
  const parse = (yaml: string): object => {
    read = readYaml(withoutReturn(yaml));
    return {};
  };
  const yamlStart = text.indexOf('\n', start);
  const file = matter(FENCE + text.slice(yamlStart), { language: 'yaml', engines: { yaml: { parse } } });
  const body = file.content.replace(/^[ \t]+(?:\r?\n|$)/, '');
  return {
    data: read.problems.length > 0 ? read.data : (read.data ?? {}),
    problems: read.problems,
    body,
    bodyStart: text.length - body.length,
    yaml: [yamlStart, yamlStart + withoutReturn(file.matter).length],
  };
}

/** gray-matter ends the YAML before the line feed, and YAML treats a lone carriage return as text. */
const withoutReturn = (yaml: string): string => yaml.replace(/\r$/, '');

function refusal(text: string, start: number): TextProblem | undefined {
  const lineEnd = text.indexOf('\n', start);
  const firstLine = lineEnd === -1 ? text.slice(start) : text.slice(start, lineEnd);
  const language = firstLine.slice(FENCE.length).trim().toLowerCase();
  if (language !== '' && language !== 'yaml' && language !== 'yml') {
    return {
      code: 'front-matter-language',
      start: start + FENCE.length,
      end: start + firstLine.length,
      message: `front matter in ${language.slice(0, 40)} is not supported`,
      suggestion: 'write YAML between two lines of ---',
    };
  }
  // gray-matter ends at the first line that starts with the fence; a longer line is not an end.
  const end = text.indexOf(`\n${FENCE}`, start);
  if (end === -1 || !/^\n---[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 100))) {
    return {
      code: 'front-matter-unclosed',
      start,
      end: start + FENCE.length,
      message: 'the front matter that starts here is not closed',
      suggestion: 'add a line with --- after the last field',
    };
  }
  // gray-matter's search for comments takes quadratic time in a run of whitespace.
  const spaces = text.slice(0, end).search(/\n\s{500}/);
  return spaces === -1
    ? undefined
    : { code: 'yaml-syntax', start: spaces + 1, end: spaces + 1, message: 'there are hundreds of spaces here' };
}

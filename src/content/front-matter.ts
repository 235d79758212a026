import { grayMatter } from '../machine/packages.ts';
import { readPlainYaml } from './plain-yaml.ts';
import type { TextProblem } from './yaml-problem.ts';
import { readYaml, type ReadYaml } from './yaml-tree.ts';

export interface ReadMarkdown extends ReadYaml {
  readonly body: string;
  readonly bodyStart: number;
  /** The range of the YAML in the text. */
  readonly yaml: readonly [number, number];
}

const FENCE = '---';
const TOML_FENCE = '+++';
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * gray-matter executes front matter that is marked as JavaScript, and supports several other languages. So the language
 * is checked first, and everything but YAML is rejected. gray-matter then gets a bare fence instead of the first line:
 * programs disagree about line breaks and whitespace, and that must not decide whether content is executed.
 */
export function readMarkdown(text: string): ReadMarkdown {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  if (text.startsWith(TOML_FENCE, start) && /^\s*?(?:\n|$)/.test(text.slice(start + TOML_FENCE.length, start + 100)))
    return unread(tomlRefusal(start));
  if (!text.startsWith(FENCE, start) || text.charAt(start + FENCE.length) === '-') {
    return { data: {}, problems: [], body: text.slice(start), bodyStart: start, yaml: [0, 0] };
  }
  const problem = refusal(text, start);
  if (problem) return unread(problem);

  return readPlainMatter(text) ?? readMatter(text, start);
}

const unread = (problem: TextProblem): ReadMarkdown => ({
  data: null,
  problems: [problem],
  body: '',
  bodyStart: 0,
  yaml: [0, 0],
});

/** As Hugo and Zola write it. */
const tomlRefusal = (start: number): TextProblem => ({
  code: 'front-matter-language',
  start,
  end: start + TOML_FENCE.length,
  message: 'front matter in TOML is not supported',
  suggestion:
    'write --- instead of both lines of +++, and YAML between them: `title: Hello` instead of `title = "Hello"`',
});

/**
 * A fast path for nearly all files, as plain-yaml.ts is: bare fences, line feeds, plain YAML and then a text. It leaves
 * everything that gray-matter could split differently to it, and a property test compares the two.
 */
function readPlainMatter(text: string): ReadMarkdown | undefined {
  const start = FENCE.length;
  const end = text.indexOf(`\n${FENCE}`, start);
  const bodyStart = end + FENCE.length + 2;
  const isPlain = text.startsWith(`${FENCE}\n`) && text.charAt(bodyStart - 1) === '\n' && !text.includes('\r');
  if (!isPlain || /[ \t]/.test(text.charAt(bodyStart))) return undefined;
  const data = readPlainYaml(text.slice(start, end));
  return data && { data, problems: [], body: text.slice(bodyStart), bodyStart, yaml: [start, end] };
}

/** The same by gray-matter, for any text that is not refused; `start` is where its first fence is. */
export function readMatter(text: string, start: number): ReadMarkdown {
  let read: ReadYaml = { data: null, problems: [] };
  const parse = (yaml: string): object => {
    read = readYaml(withoutReturn(yaml));
    return {};
  };
  const yamlStart = text.indexOf('\n', start);
  const file = grayMatter()(FENCE + text.slice(yamlStart), { language: 'yaml', engines: { yaml: { parse } } });
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

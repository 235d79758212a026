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
/** The rest of the closing line, or a blank line after it. */
const BLANK_LINE = /^[ \t]+(?:\r?\n|$)/;

/** YAML between two lines of `---`, and then a text. Whatever else could be front matter is refused, and never executed. */
export function readMarkdown(text: string): ReadMarkdown {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  if (text.startsWith(TOML_FENCE, start) && /^\s*?(?:\n|$)/.test(text.slice(start + TOML_FENCE.length, start + 100)))
    return unread(tomlRefusal(start));
  if (!text.startsWith(FENCE, start) || text.charAt(start + FENCE.length) === '-') {
    return { data: {}, problems: [], body: text.slice(start), bodyStart: start, yaml: [0, 0] };
  }
  const end = text.indexOf(`\n${FENCE}`, start);
  const problem = otherLanguage(text, start) ?? unclosed(text, start, end);
  if (problem) return unread(problem);

  const yamlStart = text.indexOf('\n', start);
  const yaml = text.slice(yamlStart, end).replace(/\r$/, '');
  const { data, problems } = readYaml(yaml);
  const body = text
    .slice(end + 1 + FENCE.length)
    .replace(/^\r?\n/, '')
    .replace(BLANK_LINE, '');
  return {
    data: problems.length > 0 ? data : (data ?? {}),
    problems,
    body,
    bodyStart: text.length - body.length,
    yaml: [yamlStart, yamlStart + yaml.length],
  };
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

function otherLanguage(text: string, start: number): TextProblem | undefined {
  const firstLine = text.slice(start).split('\n', 1)[0]!;
  const language = firstLine.slice(FENCE.length).trim().toLowerCase();
  if (['', 'yaml', 'yml'].includes(language)) return undefined;
  return {
    code: 'front-matter-language',
    start: start + FENCE.length,
    end: start + firstLine.length,
    message: `front matter in ${language.slice(0, 40)} is not supported`,
    suggestion: 'write YAML between two lines of ---',
  };
}

/** Some programs end front matter at any line that starts with the fence. A longer line is no end for all of them. */
function unclosed(text: string, start: number, end: number): TextProblem | undefined {
  if (end !== -1 && /^\n---[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 100))) return undefined;
  return {
    code: 'front-matter-unclosed',
    start,
    end: start + FENCE.length,
    message: 'the front matter that starts here is not closed',
    suggestion: 'add a line with --- after the last field',
  };
}

import { createRequire } from 'node:module';
import type GrayMatter from 'gray-matter';
import { InternalError } from '../diagnostics/errors.ts';
import { once } from '../values/once.ts';
import type { TextProblem } from './yaml-problem.ts';
import { readYaml, type ReadYaml } from './yaml-tree.ts';

export interface ReadMarkdown extends ReadYaml {
  readonly body: string;
  readonly bodyStart: number;
  /** The range of the YAML in the text. */
  readonly yaml: readonly [number, number];
}

const FENCE = '---';
/** The rest of the closing line, or a blank line after it. */
const BLANK_LINE = /^[ \t]+(?:\r?\n|$)/;

/** Loaded by the first file that has front matter. */
const grayMatter = once(() => createRequire(import.meta.url)('gray-matter') as typeof GrayMatter);

/**
 * YAML between two lines of `---`, and then a text. Whatever else could be front matter is refused before gray-matter sees
 * it, because its own engines execute some.
 */
export function readMarkdown(text: string): ReadMarkdown {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const isFenced = text.startsWith(FENCE, start) && text.charAt(start + FENCE.length) !== '-';
  const end = text.indexOf(`\n${FENCE}`, start);
  const problem = isFenced
    ? (otherLanguage(text, start) ?? unclosed(text, start, end) ?? blank(text, end))
    : toml(text, start);
  if (problem) return { data: null, problems: [problem], body: '', bodyStart: 0, yaml: [0, 0] };
  if (!isFenced) return { data: {}, problems: [], body: text.slice(start), bodyStart: start, yaml: [0, 0] };

  const yamlStart = text.indexOf('\n', start);
  // Without the rest of the opening line, which gray-matter leaves where it names no language.
  const yaml = text.slice(yamlStart, end).replace(/\r$/, '');
  let read: ReadYaml = { data: {}, problems: [] };
  const parse = (): object => {
    read = readYaml(yaml);
    return {};
  };
  const engines = { yaml: parse, json: refused, javascript: refused };
  const body = grayMatter()(text, { language: 'yaml', engines }).content.replace(BLANK_LINE, '');
  return {
    data: read.problems.length > 0 ? read.data : (read.data ?? {}),
    problems: read.problems,
    body,
    bodyStart: text.length - body.length,
    yaml: [yamlStart, yamlStart + yaml.length],
  };
}

/** Languages are checked before. */
function refused(): never {
  throw new InternalError('front matter in another language than YAML');
}

/** As Hugo and Zola write it. */
function toml(text: string, start: number): TextProblem | undefined {
  if (!/^\+{3}\s*?(?:\n|$)/.test(text.slice(start, start + 100))) return undefined;
  const message = 'front matter in TOML is not supported';
  const suggestion = 'write --- instead of both +++, and YAML between them: `title: Hello`, not `title = "Hello"`';
  return { code: 'front-matter-language', start, end: start + 3, message, suggestion };
}

function otherLanguage(text: string, start: number): TextProblem | undefined {
  const firstLine = text.slice(start).split('\n', 1)[0]!;
  const language = firstLine.slice(FENCE.length).trim().toLowerCase();
  if (['', 'yaml', 'yml'].includes(language)) return undefined;
  const at = { start: start + FENCE.length, end: start + firstLine.length };
  const message = `front matter in ${language.slice(0, 40)} is not supported`;
  return { code: 'front-matter-language', ...at, message, suggestion: 'write YAML between two lines of ---' };
}

/** Some programs end front matter at any line that starts with the fence. A longer line is no end for all of them. */
function unclosed(text: string, start: number, end: number): TextProblem | undefined {
  if (end !== -1 && /^\n---[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 100))) return undefined;
  const at = end === -1 ? start : end + 1;
  const [message, suggestion] =
    end === -1
      ? ['the front matter that starts here is not closed', 'add a line with --- after the last field']
      : ['this line does not close the front matter, but begins as if it did', 'end the line after ---'];
  return { code: 'front-matter-unclosed', start: at, end: at + FENCE.length, message, suggestion };
}

/** gray-matter searches a block with so many spaces and empty lines in a row for comments, in quadratic time. */
function blank(text: string, end: number): TextProblem | undefined {
  const at = text.slice(0, end).search(/\n\s{500}/);
  const message = 'front matter must not have 500 spaces or empty lines in a row';
  if (at === -1) return undefined;
  return { code: 'yaml-syntax', start: at + 1, end: at + 2, message, suggestion: 'remove them' };
}

import { readMarkdown } from '../../content/front-matter.ts';
import { Source } from '../../content/source.ts';
import { readYaml } from '../../content/yaml-tree.ts';
import type { Span } from '../../diagnostics/diagnostic.ts';
import { isObject } from '../../values/json.ts';
import { keysOf, leavesOf } from '../../values/leaves.ts';

/** The leaf or group of leaves of a file that contains a problem; undefined for a problem in its body. */
export function leafAround(text: string, { file, line, column }: Span): string | undefined {
  const markdown = file.endsWith('.md') ? readMarkdown(text) : undefined;
  const { data } = markdown ?? readYaml(text);
  if (!isObject(data)) return undefined;
  const source = new Source(file, text, markdown && { yaml: markdown.yaml });
  if (markdown && line >= source.span(markdown.bodyStart, markdown.bodyStart).line) return undefined;
  let nearest: { name: string; at: Span } | undefined;
  for (const name of namesIn([...leavesOf(data).keys()])) {
    const at = source.keySpan(keysOf(name));
    if (isBefore(at, { line, column }) && (!nearest || isBefore(nearest.at, at))) nearest = { name, at };
  }
  return nearest?.name;
}

type Position = Pick<Span, 'line' | 'column'>;

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.column <= other.column);

/** The leaves, and the groups around them. */
function namesIn(leaves: readonly string[]): ReadonlySet<string> {
  return new Set(
    leaves.flatMap((name) => {
      const parts = name.split(/(?<!\\)\./);
      return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
    }),
  );
}

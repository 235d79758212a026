/** Renders blocks of a document with the real site and the real templates, as for a visitor. */
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { buildFiles } from '../build-harness.ts';
import { one, readTree, type Element } from '../html-tree.ts';

export interface BlockPage {
  /** The element that contains the blocks. */
  readonly blocks: Element;
  readonly css: string;
  readonly diagnostics: readonly Diagnostic[];
}

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Options {
  readonly files?: Files;
  readonly now?: string;
}

const PATH = 'pages/p/index.html';

/** The page of a document with these blocks. It is rendered alone: no block depends on other pages or languages. */
export async function pageOf(blocks: readonly object[], { files = {}, now }: Options = {}): Promise<BlockPage> {
  // JSON is YAML.
  const page = JSON.stringify({ title: 'Page', status: 'published', blocks });
  const { output, result } = await buildFiles(
    { 'pages/p.yaml': page, ...files },
    { locales: ['fr'], only: (path) => path === PATH, ...(now !== undefined && { now }) },
  );
  const html = output.get(PATH);
  if (html === undefined) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  return {
    blocks: one(readTree(html), '.blocks'),
    css: [...output].find(([path]) => path.endsWith('.css'))![1],
    diagnostics: result.diagnostics,
  };
}

export const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"></svg>';

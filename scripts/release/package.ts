/** The tarball as npm would publish it, and its problems. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked } from 'marked';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { npm } from './run.ts';

export interface Packed {
  readonly file: string;
  readonly paths: readonly string[];
  readonly size: number;
}

/** Builds first, because earlier output may be from different sources. */
export function pack(root: string, out: string): Packed {
  npm(['run', 'build'], { cwd: root, failure: 'The sources do not compile.' });
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', out];
  const printed = JSON.parse(npm(words, { cwd: root })) as object;
  const [packed] = Object.values(printed) as { filename: string; size: number; files: { path: string }[] }[];
  const { filename, size, files } = packed!;
  return { file: join(out, filename), size, paths: files.map(({ path }) => path) };
}

export async function packageProblems(root: string, { file, paths }: Packed): Promise<readonly string[]> {
  const texts = paths.filter((path) => path.endsWith('.md'));
  const links = texts.flatMap((path) => brokenLinks({ path, text: readFileSync(join(root, path), 'utf8') }, paths));
  return [...links, ...(await publintProblems(file))];
}

async function publintProblems(file: string): Promise<readonly string[]> {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

/** Links and pictures in a Markdown file whose target is not in the package. Anchors and other hosts are not checked. */
export function brokenLinks(
  { path, text }: { readonly path: string; readonly text: string },
  packed: readonly string[],
): readonly string[] {
  const files = new Set(packed);
  return linksIn(text)
    .map((link) => decodeURI(link.replace(/[#?].*$/, '')))
    .filter((link) => link !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link))
    .filter((link) => {
      const target = posix.join(posix.dirname(path), link).replace(/\/$/, '');
      return !files.has(target) && !packed.some((file) => file.startsWith(`${target}/`));
    })
    .map(
      (link) =>
        `${path} links to ${link}, which is not in the package: fix the link, or add the file to "files" in package.json.`,
    );
}

function linksIn(text: string): readonly string[] {
  const links: string[] = [];
  const marked = new Marked();
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(String(token['href']));
  });
  return links;
}

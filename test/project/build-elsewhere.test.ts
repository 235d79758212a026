/** A build that is started in another folder makes the same site. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, gitcast, SOUND } from '../cli/in-memory.ts';

const NOW = '--now 2027-05-20T12:00:00Z --json';

interface Report {
  readonly files: number;
  readonly diagnostics: readonly { readonly code: string; readonly file: string; readonly message: string }[];
}

async function build(cwd: string, words = ''): Promise<Report> {
  const { stdout, stderr } = await gitcast(`build ${NOW} ${words}`.trim(), { cwd });
  if (!stdout.includes('diagnostics')) throw new Error(stdout + stderr);
  return JSON.parse(stdout) as Report;
}

const inFolder = (name: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));

it.each([
  ['above', '.', '--config festival/gitcast.config.yaml', 'festival/content/articles/a.md'],
  ['below', 'festival/content/articles', '', 'a.md'],
  ['beside', 'other', '--config ../festival/gitcast.config.yaml', '../festival/content/articles/a.md'],
])('in a folder %s, and its problems have names from there', async (_, from, words, named) => {
  const article =
    '---\ntitle: A\nstatus: published\npublished_at: 2027-05-02T09:00:00+02:00\ncover_image_url: media/photo.png\n---\nText <script>1</script>\n';
  const folder = folderWith({
    ...inFolder('festival', SOUND),
    'festival/content/articles/a.md': article,
    'festival/content/media/photo.png': 'not a photo',
    'other/note.txt': '',
  });
  // Otherwise nothing is rendered, because the picture is damaged.
  await build(join(folder, 'festival'), '--force');
  const inside = await build(join(folder, 'festival'), '--force');
  const elsewhere = await build(join(folder, from), `--force ${words}`);
  expect(inside.diagnostics.map(({ code }) => code).toSorted()).toEqual(['media-refused', 'text-removed']);
  expect(new Set(inside.diagnostics.map(({ file }) => file))).toEqual(new Set(['content/articles/a.md']));
  expect(elsewhere).toEqual({ ...inside, diagnostics: inside.diagnostics.map((each) => ({ ...each, file: named })) });
});

it('names the files of errors from the folder in which it was started, in their sentences too', async () => {
  const folder = folderWith(inFolder('festival', SOUND));
  mkdirSync(join(folder, 'festival/content/articles'), { recursive: true });
  for (const extension of ['md', 'yaml'])
    writeFileSync(
      join(folder, `festival/content/articles/a.${extension}`),
      extension === 'md' ? '---\ntitle: A\n---\n' : 'title: A\n',
    );
  const { stdout, stderr } = await gitcast('build --config festival/gitcast.config.yaml', { cwd: folder });
  expect(stdout + stderr).toContain('festival/content/articles/a.yaml');
  expect(stdout + stderr).toContain('festival/content/articles/a.md already has the address articles/a');
});

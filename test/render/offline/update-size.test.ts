import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { gitcast } from '../../cli/in-memory.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface PackList {
  readonly groups: Readonly<Record<string, string>>;
  readonly recipes: readonly string[];
}
interface List {
  readonly core: PackList;
  readonly files: readonly (readonly [string, string])[];
}

/** The files that the worker of a French visitor needs. */
function filesOf(folder: string): ReadonlySet<string> {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const digest = /"fr":"(\w+)"/.exec(worker)![1]!;
  const list = `assets/offline/fr.${digest}.json`;
  const { core, files } = JSON.parse(readFileSync(join(folder, list), 'utf8')) as List;
  const packs = [...Object.values(core.groups), ...core.recipes].map((each) => `assets/offline/pack.${each}.json`);
  return new Set([list, /assets\/worker\.\w+\.js/.exec(worker)![0], ...packs, ...files.map(([path]) => path)]);
}

it('an update of one event of the demo transfers under 20 kB', async () => {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-update-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(ROOT, 'content'), join(root, 'content'), { recursive: true });
  // The other languages and link previews do not matter to a visitor.
  writeFileSync(join(root, 'gitcast.config.yaml'), 'site: { timezone: Europe/Paris, locales: [fr], cards: false }\n');
  const build = async (name: string): Promise<string> => {
    const built = await gitcast(`build --out ${name} --now 2027-06-10T12:00:00Z`, { cwd: root });
    expect(built.exitCode, built.stderr).toBe(0);
    return join(root, name);
  };
  const before = await build('before');
  const session = join(root, 'content/sessions/a-boat-in-eleven-months.yaml');
  const text = readFileSync(session, 'utf8');
  writeFileSync(session, text.replace('T10:30:00+', 'T14:00:00+').replace('T11:20:00+', 'T15:20:00+'));
  const after = await build('after');
  const [old, now] = [filesOf(before), filesOf(after)];
  const loaded = ['sw.js', ...[...now].filter((path) => !old.has(path))];
  const bytes = loaded.map((path) => gzipSync(readFileSync(join(after, path))).length);
  expect(bytes.length).toBeGreaterThan(3);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(20_000);
});

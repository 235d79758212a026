/** The commands of docs/guides/publish.md for S3-compatible storage, run on such a server. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../listen.ts';
import { needs } from '../needs.ts';
import { blocksOf } from '../outside/shell-blocks.ts';
import { program } from '../programs.ts';
import { site, temporary, writeSite } from './stage.ts';

const PAGE = join(import.meta.dirname, '../../docs/guides/publish.md');
const S3RVER = 's3rver@3.7.1';
const BUCKET = 'festival';

const pairs = blocksOf(readFileSync(PAGE, 'utf8')).filter(({ code }) => /^(?:aws|rclone) /.test(code));

async function startServer(): Promise<string> {
  const port = String(await freePort());
  const words = ['exec', '--yes', '--', S3RVER, '-d', temporary(), '-a', '127.0.0.1', '-p', port, '--configure-bucket'];
  // npm, its shell and the server are one group, which ends as one.
  const child = spawn(program('npm'), [...words, BUCKET], { stdio: 'ignore', detached: true, cwd: temporary() });
  onTestFinished(() => void process.kill(-child.pid!));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 240; tries++) {
    if (await fetch(url).then(Boolean, () => false)) return url;
    if (child.exitCode !== null) break;
    await wait(250);
  }
  throw new Error(`${S3RVER} did not start`);
}

const HAS_TOOLS = needs('aws', 'rclone');

it.runIf(HAS_TOOLS).each(pairs)(
  '`$commands.1.text` and the command before it upload a site, and then what changed',
  async ({ commands }) => {
    const url = await startServer();
    const folder = temporary();
    const env = {
      ...process.env,
      // rclone cannot read one.
      AWS_CA_BUNDLE: undefined,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: url,
      RCLONE_CONFIG: join(folder, 'rclone.conf'),
      RCLONE_CONFIG_STORAGE_TYPE: 's3',
      RCLONE_CONFIG_STORAGE_PROVIDER: 'Other',
      RCLONE_CONFIG_STORAGE_ENV_AUTH: 'true',
      RCLONE_CONFIG_STORAGE_ENDPOINT: url,
    };
    const run = (text: string): string =>
      execFileSync(program('sh'), ['-c', text], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
    const names = (): readonly string[] =>
      run(`aws s3 ls --recursive s3://${BUCKET}`)
        .split('\n')
        .flatMap((line) => line.split(' ').slice(-1))
        .filter(Boolean);

    const before = site('a', { pages: ['index', 'about', 'old'] });
    const after = site('b', { more: { 'media/same.svg': '<svg changed>' } });
    for (const files of [before, after]) {
      writeSite(join(folder, 'dist'), files);
      const [assets, pages] = commands;
      run(assets!.text);
      expect(names()).toEqual(expect.arrayContaining(Object.keys(files).filter((file) => !file.endsWith('.html'))));
      run(pages!.text);
      expect(names()).toEqual(Object.keys(files).toSorted());
    }
    rmSync(join(folder, 'dist'), { recursive: true });
    run(`aws s3 sync s3://${BUCKET} dist`);
    expect(readFileSync(join(folder, 'dist/index.html'), 'utf8')).toBe(after['index.html']);
    expect(readFileSync(join(folder, 'dist/media/same.svg'), 'utf8')).toBe('<svg changed>');
  },
);

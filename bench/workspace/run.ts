/**
 * Measures an agency: 500 broadcasts of 200 documents that share a theme, in one repository. A pull request that changes one
 * of them must cost as much as one broadcast, and one that changes the theme must stay bounded. A tenth of the broadcasts
 * is synced before; with `--large` all of them, which takes some minutes.
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../src/service/administration.ts';
import { formatFigure, median, type Figure } from '../measure.ts';

const BROADCASTS = 500;
const IS_LARGE = process.argv.includes('--large');
const SYNCED = IS_LARGE ? BROADCASTS : BROADCASTS / 10;
const DOCUMENTS = 200;
const ROUNDS = 3;
const LAUNCHER = join(import.meta.dirname, '../../bin/gitcast.mjs');

/** Prints the most memory that the process ever used. */
const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nmaxRSS '+process.resourceUsage().maxRSS+'\\n'))`;

interface Ran {
  readonly seconds: number;
  readonly megabytes: number;
  /** The most processes that it had started at the same time; 0 where the system does not show them. */
  readonly processes: number;
  readonly stdout: string;
}

async function gitcast(cwd: string, env: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<Ran> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT, LAUNCHER, ...words], { cwd, env });
  let [stdout, stderr, processes] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const sampling = setInterval(() => (processes = Math.max(processes, childrenOf(child.pid!))), 10);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(sampling);
  if (code !== 0)
    throw new Error(`gitcast ${words.join(' ')} ended with ${code}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
  const megabytes = Number(/maxRSS (\d+)/.exec(stderr)?.[1]) / 1024;
  return { seconds: (performance.now() - started) / 1000, megabytes, processes, stdout };
}

function childrenOf(pid: number): number {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).length;
  } catch {
    return 0;
  }
}

/**
 * A broadcast, a place, and as many events as are missing. They follow one another: in bench/concerts.ts they overlap, and
 * 170 warnings for each broadcast would measure the output of warnings.
 */
function writeProgramme(content: string): void {
  for (const name of ['events', 'places']) mkdirSync(join(content, name), { recursive: true });
  writeFileSync(join(content, 'broadcast.yaml'), 'name: Bench\n');
  writeFileSync(join(content, 'places/quay.yaml'), 'name: Quay\n');
  for (let index = 0; index < DOCUMENTS - 2; index++) {
    const day = String(1 + (index % 28)).padStart(2, '0');
    const hour = Math.floor(index / 28) * 3;
    const at = (hours: number): string => `2027-06-${day}T${String(hours).padStart(2, '0')}:00:00+02:00`;
    writeFileSync(
      join(content, 'events', `event-${index}.yaml`),
      `title: "Concert number ${index}"
start_time: ${at(hour)}
end_time: ${at(hour + 2)}
category: concert
place_id: places/quay
description: >-
  Two sets and an encore by a band that nobody has heard of yet,
  on the quay, free of charge.
`,
    );
  }
}

function writeAgency(root: string, url: string, broadcasts: readonly Credentials[]): void {
  mkdirSync(join(root, 'shared/house/content'), { recursive: true });
  writeFileSync(join(root, 'gitcast.workspace.yaml'), 'broadcasts: [festivals/*]\nshared:\n  shared/house: ["**"]\n');
  writeFileSync(join(root, 'shared/house/content/broadcast.yaml'), 'theme:\n  borderRadius: 4\n');
  writeFileSync(join(root, '.gitignore'), '.gitcast/\n');
  for (const [index, { userId, broadcastId }] of broadcasts.entries()) {
    const folder = join(root, `festivals/number-${index}`);
    writeProgramme(join(folder, 'content'));
    writeFileSync(
      join(folder, 'gitcast.config.yaml'),
      `site: { timezone: Europe/Paris }
defaultTarget: live
targets:
  live: { baseUrl: "${url}", userId: ${userId}, broadcastId: ${broadcastId}, key: { $env: KEY_${index} }, profile: extended, settle: 0 }
`,
    );
  }
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...words], { cwd: root });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
}

async function figures(root: string): Promise<readonly Figure[]> {
  const service = fork(fileURLToPath(new URL('service.ts', import.meta.url)), [root, String(BROADCASTS)]);
  try {
    const [{ url, broadcasts }] = (await once(service, 'message')) as [
      { readonly url: string; readonly broadcasts: readonly Credentials[] },
    ];
    const agency = join(root, 'agency');
    writeAgency(agency, url, broadcasts);
    const keys = Object.fromEntries(broadcasts.map(({ key }, index) => [`KEY_${index}`, key]));
    const env = { ...process.env, ...keys, XDG_STATE_HOME: join(root, 'home'), HOME: join(root, 'home') };
    const run = (...words: readonly string[]): Promise<Ran> => gitcast(agency, env, ...words);
    const several = async (words: readonly string[]): Promise<Ran> => {
      const runs: Ran[] = [];
      for (let round = 0; round < ROUNDS; round++) runs.push(await run(...words));
      const of = (value: (ran: Ran) => number): number => median(runs.map(value));
      return { ...runs[0]!, seconds: of((ran) => ran.seconds), megabytes: of((ran) => ran.megabytes) };
    };

    const first = await run('sync', '--all', '--yes', '--ours', '--quiet', '--shard', IS_LARGE ? '1/1' : '1/10');
    const start = await several(['--version']);
    const event = join(agency, 'festivals/number-0/content/events/event-7.yaml');
    writeFileSync(event, readFileSync(event, 'utf8').replace('number 7', 'number seven'));
    const [checked, planned] = [
      await several(['validate', '--all', '--since', 'main']),
      await several(['plan', '--all', '--since', 'main', '--markdown']),
    ];
    if (!planned.stdout.includes('1 to update')) throw new Error(planned.stdout);
    writeFileSync(join(agency, 'shared/house/content/broadcast.yaml'), 'theme:\n  borderRadius: 8\n');
    const allChecked = await run('validate', '--all', '--since', 'main');
    const allPlanned = await run('plan', '--all', '--since', 'main', '--markdown');
    const part = await run('plan', '--all', '--since', 'main', '--shard', '2/5');
    const most = { most: 400 };
    return [
      {
        name: `first sync of ${SYNCED} of ${BROADCASTS} broadcasts of ${DOCUMENTS} documents`,
        value: first.seconds,
        unit: ' s',
      },
      { name: 'its memory', value: first.megabytes, unit: ' MB' },
      {
        name: 'one changed: checked and planned, without start-up',
        value: checked.seconds + planned.seconds - 2 * start.seconds,
        unit: ' s',
        aim: { most: 5 },
      },
      { name: 'its memory', value: Math.max(checked.megabytes, planned.megabytes), unit: ' MB', aim: most },
      { name: 'the shared theme changed: all checked', value: allChecked.seconds, unit: ' s' },
      { name: 'its memory', value: allChecked.megabytes, unit: ' MB', aim: most },
      { name: 'the shared theme changed: all planned', value: allPlanned.seconds, unit: ' s' },
      { name: 'its memory', value: allPlanned.megabytes, unit: ' MB', aim: most },
      { name: 'its processes at the same time', value: allPlanned.processes, aim: { most: 16 } },
      { name: 'one of five runners', value: part.seconds, unit: ' s' },
    ];
  } finally {
    service.kill('SIGKILL');
  }
}

const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-workspace-'));
try {
  for (const figure of await figures(root)) console.log(`  ${formatFigure(figure)}`);
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { article, type Article } from '../corpora/articles.ts';
import { articleText, gitcast, NOW } from '../peers/gitcast.ts';
import { hugo } from '../peers/hugo.ts';
import { plainText, prepared, type Prepared } from '../peers/peer.ts';
import type { Run } from '../suite/benchmark.ts';
import { inTurns, type Contestant, type Took } from '../suite/in-turns.ts';
import { makeRoom, tracked } from '../suite/leftovers.ts';
import { peakMegabytes, spentBy } from '../suite/measure-tree.ts';
import { gitcast as command } from '../suite/program.ts';
import { figureOf, highest, ratio } from '../suite/statistics.ts';
import { NODE, program, type Program } from '../../test/programs.ts';

interface Size {
  readonly documents: number;
  readonly most: number;
}

/** A save takes a fraction of a second, so there are more of them. */
const SAVES_A_ROUND = 3;
const EDITED = 'gitcast, an edit in the page';
const IDLE = { seconds: 2, share: 0.05 };

const COMMANDS: Readonly<Record<string, (port: number) => readonly [Program, ...string[]]>> = {
  gitcast: (port) => [NODE, ...command('dev', '--no-sync', '--now', NOW, '--port', String(port)).slice(1)],
  Hugo: (port) => [program('hugo'), 'server', '--bind', '127.0.0.1', '--port', String(port)],
};
const TEXTS: Readonly<Record<string, (article: Article) => string>> = { gitcast: articleText, Hugo: plainText };

export const run =
  ({ documents, most }: Size): Run =>
  async ({ rounds, size }) => {
    const { present, skipped } = await prepared([gitcast, hugo]);
    const room = makeRoom();
    const contestants: Record<string, Contestant> = {};
    for (const peer of present) {
      const folder = join(room, peer.name);
      peer.write({ folder, articles: size(documents), hasHighlighting: true });
      const server = await serve(peer, folder);
      const index = size(documents) / 2;
      contestants[peer.label] = saving(server, { ...peer, folder, index });
      if (peer.name === 'gitcast') contestants[EDITED] = await editing(server, index + 1);
    }
    const series = await inTurns({ rounds: rounds * SAVES_A_ROUND }, contestants);
    const [own, rival] = present.map(({ label }) => series[label]!);
    return {
      figures: [
        figureOf({ name: 'time from a save to its page', unit: 'ms', aim: { most } }, own!, 'ms'),
        figureOf(
          { name: 'time from an edit in the page to its page', unit: 'ms', aim: { most } },
          series[EDITED]!,
          'ms',
        ),
        ...(rival ? [ratio({ name: 'relative to hugo server', aim: { most: 0.5 } }, own!, rival, 'ms')] : []),
        ...highest({ name: 'memory', unit: 'MB' }, own!, 'MB'),
      ],
      series: Object.values(series),
      skipped,
    };
  };

interface Server {
  readonly pid: number;
  readonly url: string;
}

async function serve({ name }: Prepared, cwd: string): Promise<Server> {
  const port = await freePort();
  const [first, ...words] = COMMANDS[name]!(port);
  const server: Program = first;
  const pid = tracked(spawn(server, words, { cwd, stdio: 'ignore', detached: true }), { isGroup: true }).pid!;
  const url = `http://127.0.0.1:${port}/`;
  const started = performance.now();
  await untilPageHas(`${url}articles/${article(0).slug}/`, '<h1');
  await untilIdle(pid);
  console.log(`  ${name} is ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return { pid, url };
}

interface Saved extends Pick<Prepared, 'name'> {
  readonly folder: string;
  readonly index: number;
}

function saving(server: Server, { name, folder, index }: Saved): Contestant {
  const { slug } = article(index);
  return changing(server, index, (body) => {
    writeFileSync(join(folder, 'content/articles', `${slug}.md`), TEXTS[name]!({ ...article(index), body }));
  });
}

/** As a form of edit mode sends what somebody typed. */
async function editing(server: Server, index: number): Promise<Contestant> {
  const address = `articles/${article(index).slug}`;
  const page = await (await fetch(server.url)).text();
  const headers = {
    'content-type': 'application/json',
    origin: new URL(server.url).origin,
    'x-gitcast-token': /data-token="([^"]+)"/.exec(page)![1]!,
  };
  const ask = async (call: string, body: object): Promise<{ type?: string; values?: { content: string } }> => {
    const asked = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${server.url}__gitcast/edit/${call}`, asked)).json() as Promise<{ type?: string }>;
  };
  let was = (await ask('open', { address })).values!.content;
  return changing(server, index, async (value) => {
    const operation = { do: 'set', path: ['content'], value, was };
    const { type } = await ask('change', { address, operations: [operation] });
    if (type !== 'saved') throw new Error(`an edit was not saved but ${type}`);
    was = value;
  });
}

/** The time until the page has a new first word of its text. */
function changing({ pid, url }: Server, index: number, change: (body: string) => void | Promise<void>): Contestant {
  const { slug, body } = article(index);
  let changes = 0;
  return async (): Promise<Took> => {
    const word = `Save${++changes}`;
    const [start, spent] = [performance.now(), spentBy(pid)];
    await change(`${word} ${body}`);
    await untilPageHas(`${url}articles/${slug}/`, `${word} `);
    const ms = performance.now() - start;
    await untilIdle(pid);
    return { ms, 'CPU s': spentBy(pid) - spent, MB: peakMegabytes(pid) };
  };
}

async function untilPageHas(url: string, text: string): Promise<void> {
  for (;;) {
    const page = await fetch(url).then(
      (response) => response.text(),
      () => '',
    );
    if (page.includes(text)) return;
    await wait(1);
  }
}

/** Pages that nobody asked for are still being rendered after the one that is shown. */
async function untilIdle(pid: number): Promise<void> {
  for (let [idle, spent] = [0, spentBy(pid)]; idle < IDLE.seconds;) {
    await wait(1000);
    const now = spentBy(pid);
    idle = now - spent < IDLE.share ? idle + 1 : 0;
    spent = now;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

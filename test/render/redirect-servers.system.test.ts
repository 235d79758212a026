/** The rules for servers, in the servers themselves. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SERVER_RULES, type SpelledRedirect } from '../../src/render/redirects/host-rules.ts';
import type { Redirect } from '../../src/site/redirects.ts';
import { ask } from '../preview/ask.ts';
import { needs } from '../needs.ts';
import { program } from '../programs.ts';

const page = (from: string, to: string): Redirect => ({ from, to, answer: 'page' });
const LONG = `/2019/${'a-very-long-name.with(signs)+'.repeat(5)}/`;
/** nginx cannot read a longer one. */
const LONGEST_TARGET = `https://tickets.example/?token=${'x'.repeat(4063)}`;
const REDIRECTS: readonly SpelledRedirect[] = [
  page('/agenda/', '/program/#d1'),
  page('/caf\u00e9 "old" {1}/', '/pages/caf\u00e9/'),
  page('/tickets/', 'https://tickets.example/?from=site'),
  page('/shop/', 'https://a$b@shop.example/a$b'),
  page(
    '/seats/',
    'https://seats.example/{path}?key={env.SECRET}&of={http.request.header.Cookie}$http_cookie#{env.SECRET}',
  ),
  page('/{env.SECRET}{$SECRET}$uri/', '/program/#{env.SECRET}$http_cookie'),
  page(LONG, '/program/'),
  { from: '/index.php', to: '/', answer: 'nothing' },
  page('/longest/', LONGEST_TARGET),
  page('/longer/', `${LONGEST_TARGET}x`),
  page(`/${'.'.repeat(1400)}/`, '/program/'),
  { ...page('/mix/\u00e9\u00f6/', '/program/'), spellings: ['/mix/\u00e9o\u0308/'] },
  { ...page('/jp/\u795e\u6238/', '/program/'), spellings: ['/jp/\ufa19\u6238/'] },
];

const SHOP = 'https://a%24b@shop.example/a%24b';
const SEATS = '%7Bpath%7D?key=%7Benv.SECRET%7D&of=%7Bhttp.request.header.Cookie%7D%24http_cookie#%7Benv.SECRET%7D';

/** Requests of a site in the folder /2027/, and where each leads. */
const EXPECTED: readonly (readonly [path: string, status: number, location?: string])[] = [
  ['/2027/program/', 200],
  ['/2027/agenda/', 301, '/2027/program/#d1'],
  ['/2027/agenda/?day=2&x=%20', 301, '/2027/program/?day=2&x=%20#d1'],
  ['/2027/caf%C3%A9%20%22old%22%20%7B1%7D/', 301, '/2027/pages/caf%C3%A9/'],
  ['/2027/tickets/?day=2', 301, 'https://tickets.example/?from=site'],
  [`/2027${encodeURI(LONG)}`, 301, '/2027/program/'],
  ['/2027/index.php', 301, '/2027/'],
  ['/2027/longest/', 301, LONGEST_TARGET],
  ['/2027/shop/', 301, SHOP],
  // What these servers replace by values of their own: their environment, and the visitor's headers.
  ['/2027/seats/', 301, `https://seats.example/${SEATS}`],
  ['/2027/agenda/?day={env.SECRET}&x=$http_cookie', 301, '/2027/program/?day={env.SECRET}&x=$http_cookie#d1'],
  ['/2027/%7Benv.SECRET%7D%7B$SECRET%7D$uri/', 301, '/2027/program/#%7Benv.SECRET%7D%24http_cookie'],
  ['/agenda/', 404],
];

/** The same addresses to gitcast. */
const SPELLINGS: typeof EXPECTED = [
  ['/2027/shop', 301, SHOP],
  ['/2027/cafe%CC%81%20%22old%22%20%7B1%7D/', 301, '/2027/pages/caf%C3%A9/'],
  ['/2027/mix/%C3%A9%C3%B6/', 301, '/2027/program/'],
  ['/2027/mix/%C3%A9o%CC%88/', 301, '/2027/program/'],
  ['/2027/mix/%C3%A9o%CC%88', 301, '/2027/program/'],
  ['/2027/jp/%EF%A8%99%E6%88%B8/', 301, '/2027/program/'],
];

function folderWithSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-redirects-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['2027/program/index.html', '2027/agenda/index.html', '2027/index.html']) {
    mkdirSync(dirname(join(folder, 'site', path)), { recursive: true });
    writeFileSync(join(folder, 'site', path), 'a page');
  }
  return folder;
}

async function answersOf(
  name: 'nginx' | 'caddy',
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  port: number,
  expected = EXPECTED,
) {
  const child = spawn(program(name), words, { stdio: 'ignore', env: { ...process.env, SECRET: 'secret', ...env } });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}/`;
  while (!(await fetch(url).catch(() => undefined))) await wait(20);
  const answers: (readonly [string, number, string?])[] = [];
  for (const [path] of expected) {
    const { status, headers } = await ask(url, path);
    answers.push(status === 301 ? [path, status, headers.location!] : [path, status]);
  }
  return answers;
}

/** Otherwise nginx that root starts reads the site as another user. */
const user = process.getuid?.() === 0 ? 'user root;' : '';
const SITE = { url: 'https://town.example/2027' };

describe.runIf(needs('nginx'))('the rules for nginx', () => {
  it.each([
    ['of a site with former paths', REDIRECTS],
    ['of a site without any', []],
  ])('are accepted and followed: %s', async (_, redirects) => {
    const folder = folderWithSite();
    const port = await freePort();
    const rules = SERVER_RULES.nginx(SITE, redirects);
    writeFileSync(join(folder, 'rules.conf'), rules);
    const server = [...rules.matchAll(/^#   (.*)$/gm)].map(([, line]) => line).join('\n');
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join('\n')}
  include ${folder}/rules.conf;
  server { listen 127.0.0.1:${port}; root ${folder}/site; ${server} }
}
`,
    );
    const words = ['-p', folder, '-c', file];
    const tested = spawnSync(program('nginx'), ['-t', '-q', ...words], { encoding: 'utf8' });
    expect([tested.stderr.replaceAll(/^.*\[(?:alert|warn)\].*\n/gm, ''), tested.status]).toEqual(['', 0]);
    const expected = [...EXPECTED, ...SPELLINGS, ['/2027/SHOP', 301, SHOP] as const, ['/2027/longer/', 404] as const];
    if (redirects.length > 0) expect(await answersOf('nginx', words, {}, port, expected)).toEqual(expected);
  });
});

describe.runIf(needs('caddy'))('the rules for Caddy', () => {
  it.each([
    ['of a site with former paths', REDIRECTS],
    ['of a site without any', []],
  ])('are accepted and followed: %s', async (_, redirects) => {
    const folder = folderWithSite();
    const port = await freePort();
    writeFileSync(join(folder, 'rules'), SERVER_RULES.caddy(SITE, redirects));
    const file = join(folder, 'Caddyfile');
    writeFileSync(
      file,
      `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:${port} {\n\troot * ${folder}/site\n\timport ${folder}/rules\n\tfile_server\n}\n`,
    );
    const words = ['--config', file, '--adapter', 'caddyfile'];
    const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const tested = spawnSync(program('caddy'), ['validate', ...words], {
      encoding: 'utf8',
      env: { ...process.env, SECRET: 'secret', ...env },
    });
    expect([/Error: .*/.exec(tested.stderr)?.[0], tested.status]).toEqual([undefined, 0]);
    const expected = [...EXPECTED, ...SPELLINGS, ['/2027/longer/', 301, `${LONGEST_TARGET}x`] as const];
    if (redirects.length > 0) {
      expect(await answersOf('caddy', ['run', ...words], env, port, expected)).toEqual(expected);
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

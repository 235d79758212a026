/** The files for a machine of one's own: the unit of systemd, and nginx in front of the copies. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useService } from '../contract/service.ts';
import { ROOT } from '../e2e/program.ts';
import { freePort } from '../free-port.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';

const read = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'gitcast-deploy-'));

describe.runIf(needs('systemd-analyze'))('deploy/gitcast@.service', () => {
  /** The program is not installed here. */
  const unitIn = (folder: string): string => {
    const unit = join(folder, 'gitcast@4180.service');
    writeFileSync(unit, read('gitcast@.service').replace('/usr/local/bin/gitcast', '/bin/true'));
    return unit;
  };

  it('has no problem that systemd finds', () => {
    const { stderr, status } = spawnSync(program('systemd-analyze'), ['verify', unitIn(newFolder())], {
      encoding: 'utf8',
    });
    expect([stderr, status]).toEqual(['', 0]);
  });

  it('exposes less than 1.5 of 10 by the measure of systemd', () => {
    const words = ['security', '--offline=true', '--no-pager', '--threshold=15', unitIn(newFolder())];
    expect(spawnSync(program('systemd-analyze'), words, { encoding: 'utf8' }).status).toBe(0);
  });
});

const guideExample = (): string =>
  /```nginx\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs/guides/service.md'), 'utf8'))![1]!;

describe.runIf(needs('nginx')).each([
  ['deploy/nginx.conf', ['copy-1:4180', 'copy-2:4180'], 'listen 8080', () => read('nginx.conf')],
  ['the example in docs/guides/service.md', ['127.0.0.1:4180', '127.0.0.1:4181'], 'listen 443 ssl', guideExample],
] as const)('%s', (_, [first, second], listening, text) => {
  const service = useService({ faults: true });

  it('serves the interface while one of two copies is down, and nothing else of a copy', async () => {
    const [port, closed] = await Promise.all([freePort(), freePort()]);
    const copy = new URL(service.url).host;
    const folder = newFolder();
    const config = text()
      .replace(first, `127.0.0.1:${closed}`)
      .replace(second, copy)
      .replace(listening, `listen 127.0.0.1:${port}`);
    const file = join(folder, 'nginx.conf');
    writeFileSync(join(folder, 'gitcast.conf'), config);
    writeFileSync(file, mainConfig(folder));
    const tested = spawnSync(program('nginx'), ['-t', '-q', '-p', folder, '-c', file], { encoding: 'utf8' });
    expect([tested.stderr.replaceAll(/^.*\[(?:alert|warn)\].*\n/gm, ''), tested.status]).toEqual(['', 0]);

    const child = spawn(program('nginx'), ['-p', folder, '-c', file], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    const url = `http://127.0.0.1:${port}`;
    while (!(await fetch(url).catch(() => undefined))) await wait(20);
    const headers = { authorization: `Bearer ${service.key}` };
    for (let index = 0; index < 8; index += 1) {
      expect((await fetch(`${url}/v1/events?limit=${index + 1}`, { headers })).status).toBe(200);
    }
    expect((await fetch(`${url}/openapi.json`)).ok).toBe((await fetch(`${service.url}/openapi.json`)).ok);
    for (const path of ['/', '/page/events', '/page.js', '/healthz', '/readyz', '/metrics', '/faults', '/v1/../']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
  });
});

/** Everything that nginx would write elsewhere, in the folder. */
const mainConfig = (folder: string): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/gitcast.conf;
}
`;

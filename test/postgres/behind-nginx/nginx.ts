/** A real nginx as an unprivileged proxy: its configuration, process id and logs are in a folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { program } from '../../programs.ts';

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export class Nginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gitcast-nginx-'));
  #process: ChildProcess | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(upstreams: readonly string[]): Promise<void> {
    // It cannot choose a free port, and tells by its end that one is taken.
    for (let isRunning = false; !isRunning;) {
      this.#port = randomInt(10_000, 30_000);
      this.use(upstreams);
      const child = spawn(program('nginx'), ['-p', this.#folder, '-c', 'nginx.conf', '-e', 'error.log'], {
        stdio: 'ignore',
      });
      this.#process = child;
      const ended = once(child, 'exit').then(() => 'ended');
      const answers = async (): Promise<boolean> => fetch(this.url).then(Boolean, () => false);
      for (let state = 'starting'; state === 'starting';) {
        isRunning = await answers();
        state = isRunning ? 'running' : await Promise.race([ended, wait(20, 'starting')]);
      }
    }
  }

  /** The copies that it passes requests to, from now on. */
  use(upstreams: readonly string[]): void {
    writeFileSync(join(this.#folder, 'nginx.conf'), configuration(this.#port, upstreams));
    this.#process?.kill('SIGHUP');
  }

  /** What it passed on, oldest first. */
  requests(): readonly LoggedRequest[] {
    const log = join(this.#folder, 'access.log');
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => {
      const [method = '', path = '', status] = line.split(' ');
      return { method, path, status: Number(status) };
    });
  }

  async remove(): Promise<void> {
    if (this.#process && this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * As docs/guides/service.md shows it. Started by root it would change to another user, who cannot write to the folder.
 */
const configuration = (port: number, upstreams: readonly string[]): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 1024; }
http {
  log_format requests '$request_method $uri $status';
  access_log access.log requests;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  upstream gitcast {
    ${upstreams.map((url) => `server ${new URL(url).host} fail_timeout=1s;`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gitcast;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}
`;

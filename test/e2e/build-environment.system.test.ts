import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PROGRAM } from './compiled-program.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('a template sees no key in the environment of a build', () => {
  const cwd = temporaryFolder();
  const files = {
    'gitcast.config.yaml':
      'targets: { production: { baseUrl: "https://a.example", userId: 64b7c0ffee64b7c0ffee0001, broadcastId: 64b7c0ffee64b7c0ffee0002, key: { $env: GITCAST_KEY } } }\n',
    '.env': 'GITCAST_KEY=from-a-file\n',
    'content/broadcast.yaml': 'name: Harbour\n',
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `content/pages/p${index}.yaml`,
        `title: P${index}\nstatus: published\n`,
      ]),
    ),
    'templates/partials/footer.eta':
      '<footer>seen: <%= Object.keys(process.env).sort().join(" ") %> | <%= process.env.PATH ? "path" : "" %></footer>',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const secrets = {
    GITCAST_KEY: 'k',
    AWS_SECRET_ACCESS_KEY: 'k',
    GITHUB_TOKEN: 'k',
    HTTPS_PROXY: 'http://u:p@proxy',
    SOME_NAME: 'k',
  };
  const env = { ...process.env, ...secrets };
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'build'], {
    cwd,
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (let index = 0; index < 20; index++) {
    const page = readFileSync(join(cwd, `dist/pages/p${index}/index.html`), 'utf8');
    const [, seen] = /<footer>seen: (.*)<\/footer>/.exec(page)!;
    expect(seen).toContain('path');
    for (const name of Object.keys(secrets)) expect(seen).not.toContain(name);
  }
});

import { describe, expect, it } from 'vitest';
import { parse } from './parse.ts';

const messages = (host: string): readonly string[] =>
  parse(`publish:\n  live: ${host}`).diagnostics.map(({ message }) => message);

describe('publish in the configuration', () => {
  it('describes each type of host, with defaults', () => {
    const { config, diagnostics } = parse(`
publish:
  disk: { to: folder, path: ../www }
  web: { to: ssh, host: web.example.org, user: deploy, port: 2222, path: /srv/site/, link: /var/www/html, keepAssets: 1 }
  pages: { to: git, branch: gh-pages }
`);
    expect(diagnostics).toEqual([]);
    const day = 24 * 60 * 60 * 1000;
    expect(config?.publish).toEqual({
      disk: { name: 'disk', to: 'folder', path: '../www', link: 'current', keepAssets: 7 * day },
      web: {
        name: 'web',
        to: 'ssh',
        host: 'web.example.org',
        user: 'deploy',
        port: 2222,
        path: '/srv/site',
        link: '/var/www/html',
        keepAssets: day,
      },
      pages: { name: 'pages', to: 'git', branch: 'gh-pages', keepAssets: 7 * day },
    });
  });

  it.each([
    ['{ path: www }', '`publish.live` is missing `to`'],
    ['{ to: ftp, path: www }', '`publish.live.to` must be folder, ssh or git, not `ftp`'],
    ['{ to: folder }', '`publish.live` is missing path'],
    ['{ to: git, branch: pages, host: web }', '`to: git` has no setting `host`'],
    ['{ to: ssh, host: web, path: www }', '`www` is not an absolute path'],
    [
      '{ to: ssh, host: -oProxyCommand=x, path: /www }',
      '`publish.live.host` must be a host name, such as web.example.org, not `-oProxyCommand=x`',
    ],
    [
      '{ to: ssh, host: web, user: -l, path: /www }',
      '`publish.live.user` must be a user name, such as deploy, not `-l`',
    ],
    [
      '{ to: git, branch: --force }',
      '`publish.live.branch` must be the name of a branch, such as gh-pages, not `--force`',
    ],
  ])('refuses %s', (host, message) => {
    expect(messages(host)).toEqual([message]);
  });
});

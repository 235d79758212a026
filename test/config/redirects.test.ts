import { describe, expect, it } from 'vitest';
import { parse } from './parse.ts';

const found = (...entries: readonly string[]): readonly string[] =>
  parse(`site:\n  redirects:\n${entries.map((entry) => `    ${entry}\n`).join('')}`).diagnostics.map(
    ({ at, message }) => `${at.line}:${at.column} ${message}`,
  );

describe('site.redirects', () => {
  it('lead from paths and folders to paths, documents and other sites', () => {
    expect(
      found(
        '/agenda: /program/#d2027-06-18',
        '/speakers/ada: hosts/ada-lund',
        '/tickets: https://tickets.example.org/?from=site',
        '/es/*: /*',
        '/rss.xml: /feed.xml',
        'sessions/removed: /program/',
      ),
    ).toEqual([]);
  });

  it.each([
    ['agenda: /program/', '3:5 `agenda` is no former path: it does not start with one /'],
    ['/?p=12: /program/', '3:5 `/?p=12` is no former path: static hosts do not see what follows the ?'],
    [
      '/a: http://plain.example/',
      '3:9 `/a` must lead to a path, the address of a document or an https URL, not `http://plain.example/`',
    ],
    [
      '/a: javascript:alert(1)',
      '3:9 `/a` must lead to a path, the address of a document or an https URL, not `javascript:alert(1)`',
    ],
    ['/a: program', '3:9 `/a` must lead to a path, the address of a document or an https URL, not `program`'],
    ['/a/*: /program/', '3:11 `/a/*` must lead to a folder of this site that ends in /*, not `/program/`'],
    ['/a: /program/*', '3:9 `/a` must lead to a path, the address of a document or an https URL, not `/program/*`'],
    [
      '/2019/*: https://2019.example/*',
      '3:14 `/2019/*` must lead to a folder of this site that ends in /*, not `https://2019.example/*`',
    ],
    ['/a: 7', '3:9 `site.redirects./a` must be a text, not `7`'],
  ])('cannot have %s', (entry, problem) => {
    expect(found(entry)).toEqual([problem]);
  });

  it.each([
    ['a page', `/${'a'.repeat(200)}`.repeat(22), '/program/'],
    ['a folder', `/${'港'.repeat(80)}`.repeat(7), '/*'],
  ])('cannot have %s whose path leaves no room for the output folder', (_, long, to) => {
    const path = to.endsWith('*') ? `${long}/*` : long;
    // YAML allows longer keys only after a question mark.
    expect(found(`? ${path}\n    : ${to}`)).toEqual([
      `3:7 \`${long.slice(0, 100)}…\` is no former path: it is longer than 1,500 bytes, too long for a file of the site`,
    ]);
  });

  it('cannot have one path twice', () => {
    expect(found('/a: /program/', '/A/: /maps/')).toEqual(['4:5 `/A/` and `/a` are the same path']);
  });
});

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

import { describe, expect, it } from 'vitest';
import { parse } from './parse.ts';

const messages = (host: string): readonly string[] =>
  parse(`publish:\n  live: ${host}`).diagnostics.map(({ message }) => message);

describe('publish in the configuration', () => {
  it('describes each type of host, with defaults', () => {
    const { config, diagnostics } = parse(`
publish:
  disk: { to: folder, path: ../www }
  web: { to: ssh, host: web.example.org, user: deploy, port: 2222, path: /srv/site/, link: /var/www/html, keepAssets: 1, history: any }
  pages: { to: git, branch: gh-pages }
  bucket: { to: s3, endpoint: 'https://s3.example.org/', bucket: site, prefix: ./2027/x/, key: { $env: A }, secret: { $env: B } }
`);
    expect(diagnostics).toEqual([]);
    const day = 24 * 60 * 60 * 1000;
    expect(config?.publish).toEqual({
      disk: { name: 'disk', to: 'folder', path: '../www', link: 'current', keepAssets: 7 * day, history: 'forward' },
      web: {
        name: 'web',
        to: 'ssh',
        host: 'web.example.org',
        user: 'deploy',
        port: 2222,
        path: '/srv/site',
        link: '/var/www/html',
        keepAssets: day,
        history: 'any',
      },
      pages: { name: 'pages', to: 'git', branch: 'gh-pages', keepAssets: 7 * day, history: 'forward' },
      bucket: {
        name: 'bucket',
        to: 's3',
        endpoint: 'https://s3.example.org',
        bucket: 'site',
        prefix: '2027/x',
        region: 'us-east-1',
        key: { $env: 'A' },
        secret: { $env: 'B' },
        keepAssets: 7 * day,
        history: 'forward',
      },
    });
  });

  it.each([
    ['{ path: www }', '`publish.live` is missing `to`'],
    ['{ to: ftp, path: www }', '`publish.live.to` must be folder, ssh, s3 or git, not `ftp`'],
    ['{ to: folder }', '`publish.live` is missing path'],
    ['{ to: s3, bucket: site }', '`publish.live` is missing endpoint, key, secret'],
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
    [
      '{ to: s3, endpoint: "https://s3.example", bucket: b2, key: { $env: A }, secret: { $env: B } }',
      '`publish.live.bucket` must be the name of a bucket, of 3 to 63 lower-case letters, digits, hyphens and periods, not `b2`',
    ],
  ])('refuses %s', (host, message) => {
    expect(messages(host)).toEqual([message]);
  });

  it('does not show a secret that is written into the file', () => {
    const host = '{ to: s3, endpoint: "https://s3.example", bucket: site, key: { $env: A }, secret: hunter2 }';
    const { diagnostics } = parse(`publish:\n  live: ${host}`);
    expect(diagnostics).toHaveLength(1);
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it('does not allow documents to use the keys of a host', () => {
    const { diagnostics } = parse(`
secrets: [S3_SECRET]
publish: { live: { to: s3, endpoint: "https://s3.example", bucket: site, key: { $env: S3_KEY }, secret: { $env: S3_SECRET } } }`);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`S3_SECRET` is the key of `publish.live`, which documents cannot use',
    ]);
  });
});

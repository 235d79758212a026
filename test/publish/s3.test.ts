import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { thisProcess } from '../../src/machine/processes.ts';
import { BUCKET, s3Server, type S3Server } from './s3-server.ts';
import { missingAssets, onS3, site, stageOn, type Files } from './stage.ts';

describe('publish to a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await s3Server();
  });
  beforeEach(() => {
    server.objects = new Map();
    server.conditions = 'honoured';
    server.requests.length = 0;
  });
  afterAll(() => server.close());

  it('moves the changed files of a large site, and needs at most five requests more', async () => {
    const stage = stageOn(onS3(server));
    const pages = Array.from({ length: 100 }, (_, index) => `pages/${index}`);
    const before = site('a', { pages });
    await stage.publish(before);
    const changed: Files = {
      ...before,
      'pages/7.html': 'new',
      'pages/8.html': 'new',
      'media/same.svg': '<svg new>',
      'pages/new.html': 'new',
    };
    delete (changed as Record<string, string>)['pages/9.html'];
    for (const [wanted, files] of [
      [{ ...before, 'pages/7.html': 'once' }, 1],
      [changed, 4],
    ] as const) {
      server.requests.length = 0;
      await stage.publish(wanted);
      // The copy of the asset that is overwritten counts as part of it.
      const copies = server.requests.filter((request) => request.startsWith('PUT .gitcast/old/')).length;
      expect(server.requests.length - files - copies).toBeLessThanOrEqual(5);
      expect(copies).toBeLessThanOrEqual(1);
    }
    server.requests.length = 0;
    await stage.publish(changed);
    expect(server.requests).toEqual(['GET .gitcast/published.json']);
  });

  it('lets the website of the bucket redirect former paths, with signed headers', async () => {
    const leading = (href: string, canonical = '') =>
      `<!doctype html>${canonical}<meta http-equiv="refresh" content="0; url=${href}"><a href="${href}">`;
    const stage = stageOn(onS3(server));
    const files = {
      'index.html': '<p>',
      'pages/old/index.html': leading('../n%C3%A9w/'),
      'pages/shop/index.html': leading(
        'https://shop.example/?a=1&amp;b=2#c',
        '<link rel="canonical" href="https://shop.example/?a=1&amp;b=2">',
      ),
    };
    const locations = () =>
      Object.keys(files).map((path) => server.objects.get(path)?.headers['x-amz-website-redirect-location']);
    const expected = [undefined, '/pages/n%C3%A9w/', 'https://shop.example/?a=1&b=2#c'];
    await stage.publish(files);
    expect(locations()).toEqual(expected);
    await stage.publish({ 'index.html': '<p>', 'pages/old/index.html': '<p>', 'pages/shop/index.html': '<p>' });
    expect(locations()).toEqual([undefined, undefined, undefined]);
    await stage.rollback();
    expect(locations()).toEqual(expected);
  });

  it('sends types and cache times that fit the files', async () => {
    await stageOn(onS3(server)).publish({
      'index.html': '<p>',
      'assets/site.390b0da0f5.css': 'a',
      'média/l’été +1.svg': '<svg>',
    });
    const headers = (key: string) => server.objects.get(key)?.headers;
    expect(headers('index.html')).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    expect(headers('assets/site.390b0da0f5.css')?.['cache-control']).toContain('immutable');
    expect(headers('média/l’été +1.svg')?.['content-type']).toBe('image/svg+xml');
  });

  it('repeats what fails for a moment, and continues after a failure that lasts', async () => {
    const stage = stageOn(onS3(server));
    await stage.publish(site('a'));
    server.fail = { request: /^PUT index\.html/, status: 503, times: 2 };
    await stage.publish(site('b'));
    expect(stage.seen()).toMatchObject(site('b'));

    server.fail = { request: /^PUT about\.html/, status: 403, times: 1 };
    await expect(stage.publish(site('c'))).rejects.toThrow(/^PUT .*about\.html was refused: SlowDown/);
    expect(missingAssets(stage.seen())).toEqual([]);
    server.requests.length = 0;
    await stage.publish(site('c'));
    expect(stage.seen()).toMatchObject(site('c'));
    // What arrived before the failure is not sent again.
    expect(server.requests).not.toContain('PUT assets/site.cc.css');
  });

  describe.each(['unknown', 'ignored'] as const)('where conditional writes are %s', (conditions) => {
    beforeEach(() => {
      server.conditions = conditions;
    });

    it('publishes, and leaves no claim behind', async () => {
      const stage = stageOn(onS3(server));
      await stage.publish(site('a'));
      await stage.publish(site('b'), { purge: true });
      expect(stage.seen()).toEqual(site('b'));
      expect([...server.objects.keys()].filter((key) => key.startsWith('.gitcast/runs/'))).toEqual([]);
    });

    it('lets at most one of two runs through that begin together, and never mixes their files', async () => {
      const stage = stageOn(onS3(server));
      await stage.publish(site('a'));
      const [b, c] = [stageOn(onS3(server)), stageOn(onS3(server))];
      let waiting = 2;
      const together = Promise.withResolvers<boolean>();
      const approve = (): Promise<boolean> => {
        if (--waiting === 0) together.resolve(true);
        return together.promise;
      };
      const outcomes = await Promise.allSettled([
        b.publish(site('b'), { approve, purge: true }),
        c.publish(site('c'), { approve, purge: true }),
      ]);
      const published = outcomes.map(({ status }) => status === 'fulfilled');
      expect(published).not.toEqual([true, true]);
      const shown = published[0] ? 'b' : published[1] ? 'c' : 'a';
      expect(stage.seen()).toEqual(site(shown));
      await stage.publish(site('d'), { purge: true });
      expect(stage.seen()).toEqual(site('d'));
    });

    it('stops if another run published after the plan was made', async () => {
      const stage = stageOn(onS3(server));
      await stage.publish(site('a'));
      const other = stageOn(onS3(server));
      const approve = async (): Promise<boolean> => (await other.publish(site('c'))).outcome === 'published';
      await expect(stage.publish(site('b'), { approve })).rejects.toThrow('another run is publishing');
      expect(stage.seen()).toMatchObject(site('c'));
    });

    it('does not overwrite a file that others added', async () => {
      const stage = stageOn(onS3(server));
      await stage.publish(site('a'));
      stage.add('new.html', 'theirs');
      await expect(stage.publish({ ...site('a'), 'new.html': 'ours' })).rejects.toThrow('gitcast did not publish it');
      expect(stage.seen()['new.html']).toBe('theirs');
    });

    it('ignores the claim of a killed run, and waits for one of another machine', async () => {
      const stage = stageOn(onS3(server));
      const claimOf = (by: object) => ({ body: Buffer.from(JSON.stringify({ by, at: stage.now })), headers: {} });
      const { host, ...here } = thisProcess();
      server.objects.set('.gitcast/runs/1', claimOf({ host, ...here, pid: 2 ** 22 + 1 }));
      await stage.publish(site('a'));
      server.objects.set('.gitcast/runs/2', claimOf({ host: 'runner-7', pid: 12, boot: 'another' }));
      await expect(stage.publish(site('b'))).rejects.toThrow('another run has been publishing');
      await stage.publish(site('b'), { takeOver: true });
      expect([...server.objects.keys()].filter((key) => key.startsWith('.gitcast/runs/'))).toEqual([]);
    });
  });

  it('does not restore an earlier file over one that others put in its place', async () => {
    const stage = stageOn(onS3(server));
    await stage.publish({ ...site('a'), 'old.html': 'ours' });
    await stage.publish(site('b'));
    stage.add('old.html', 'theirs');
    await expect(stage.rollback()).rejects.toThrow('old.html exists, and gitcast did not publish it');
    expect(stage.seen()['old.html']).toBe('theirs');
  });

  it('does not call the files of a run that is under way foreign', async () => {
    const [stage, other] = [stageOn(onS3(server)), stageOn(onS3(server))];
    server.onRequest = (when, request) => {
      if (when !== 'before' || !request.includes('list-type=2')) return;
      server.onRequest = () => {};
      stage.add('index.html', 'of the other run');
      stage.add('.gitcast/published.json', '{"version":1,"saved":{}}');
    };
    await expect(other.publish(site('a'))).rejects.toThrow('another run is publishing');
  });

  it('reports a wrong secret and a missing variable with the setting to check', async () => {
    const stage = stageOn(() => ({ ...onS3(server)(), env: { S3_KEY: 'AKIDEXAMPLE', S3_SECRET: 'wrong' } }));
    await expect(stage.publish(site('a'))).rejects.toMatchObject({
      message: expect.stringContaining('SignatureDoesNotMatch') as string,
      suggestion: 'check the variables of `key` and `secret`, and `region`',
    });
    const without = stageOn(() => ({ ...onS3(server)(), env: { S3_KEY: 'AKIDEXAMPLE' } }));
    await expect(without.publish(site('a'))).rejects.toThrow('the environment variable S3_SECRET is missing or empty');
  });

  it('stops if another run publishes at the same time', async () => {
    const stage = stageOn(onS3(server));
    await stage.publish(site('a'));
    const other = stageOn(onS3(server));
    const outcome = stage.publish(site('b'), {
      approve: async () => {
        await other.publish(site('c'));
        return true;
      },
    });
    await expect(outcome).rejects.toThrow('another run is publishing');
    expect(stage.seen()).toMatchObject(site('c'));
  });

  it('does not overwrite what others put into the bucket before the first release', async () => {
    const stage = stageOn(onS3(server));
    stage.add('index.html', 'theirs');
    stage.add('other.html', 'theirs');
    await expect(stage.publish(site('a'))).rejects.toThrow('it would overwrite 1 file that gitcast did not publish');
    await stage.publish(site('a'), { allowDeletes: 1 });
    stage.add('new.html', 'theirs');
    await expect(stage.publish({ ...site('a'), 'new.html': 'ours' })).rejects.toThrow(
      'new.html exists, and gitcast did not publish it',
    );
    // The failed run wrote down that it would write there, which does not make the file ours.
    await expect(stage.publish({ ...site('a'), 'new.html': 'ours' })).rejects.toThrow('it would overwrite 1 file');
    await stage.publish(site('b'), { purge: true, allowDeletes: 10 });
    expect(stage.seen()).toEqual({ ...site('b'), 'other.html': 'theirs', 'new.html': 'theirs' });
  });
});

interface Emulator {
  readonly run: () => Promise<{ readonly port: number }>;
  readonly close: () => Promise<void>;
}

type EmulatorModule = { readonly default: new (options: object) => Emulator };

/** A devDependency; its name is a variable because its types are not needed. */
const EMULATOR = '@20minutes/s3rver';
const { default: OtherServer } = (await import(EMULATOR)) as EmulatorModule;

describe('publish to a server of another author', () => {
  it('publishes, changes, deletes and rolls back', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'gitcast-s3rver-'));
    const server = new OtherServer({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    try {
      const { port } = await server.run();
      const stage = stageOn(() => ({
        config: `{ to: s3, endpoint: 'http://127.0.0.1:${port}', bucket: ${BUCKET}, prefix: été/2027, key: { $env: K }, secret: { $env: S } }`,
        env: { K: 'S3RVER', S: 'S3RVER' },
        seen: () => ({}),
        add: () => {},
      }));
      expect((await stage.publish({ ...site('a'), 'gone.html': '<p>', 'l’été +1.html': '<p>' })).outcome).toBe(
        'published',
      );
      expect((await stage.publish(site('b'))).report).toMatchObject({ deletes: ['gone.html', 'l’été +1.html'] });
      expect((await stage.publish(site('b'))).outcome).toBe('nothing-to-do');
      expect((await stage.rollback()).report).toMatchObject({ restores: 1, release: 3 });
    } finally {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

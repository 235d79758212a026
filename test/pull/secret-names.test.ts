import { describe, expect, it } from 'vitest';
import { FILES } from './fixtures.ts';
import { startRemote } from './repository.ts';

const METADATA = {
  $env: 'KEY',
  deep: [{ $env: 'HOOK_SECRET', more: 1 }, { $$env: 'KEY' }],
  $envelope: 'KEY',
  plain: { $env: { $env: 'KEY' } },
};

describe('data on the target that looks like the name of a secret', () => {
  it('is pulled as data, and sent back byte for byte', async () => {
    const remote = await startRemote();
    const hosts = `${remote.surfaceB}/broadcastHosts`;
    await remote.call('POST', hosts, { title: 'Lena', metadata: METADATA } as never);
    const repository = remote.repository();
    expect((await repository.pull()).exitCode).toBe(0);
    expect(repository.read('hosts/lena.yaml')).toContain('$$env: KEY');
    expect(repository.read('hosts/lena.yaml')).not.toMatch(/[^$]\$env:/);
    expect((await repository.run('validate')).exitCode).toBe(0);
    expect(await repository.plan()).toEqual([]);

    // Another field of the same object is sent together with its surroundings.
    repository.write({
      'hosts/lena.yaml': repository.read('hosts/lena.yaml').replace('$envelope: KEY', '$envelope: new'),
    });
    await repository.sync();
    const [host] = await remote.all(hosts);
    expect(host!['metadata']).toEqual({ ...METADATA, $envelope: 'new' });
    expect(await repository.plan()).toEqual([]);
  });

  it('that somebody types into a managed document is drift, and is pulled as data', async () => {
    const remote = await startRemote();
    const repository = remote.repository({
      ...FILES,
      'hosts/lena.yaml': 'title: Lena\nstatus: draft\nmetadata: { a: 1 }\n',
    });
    await repository.sync();
    const hosts = `${remote.surfaceB}/broadcastHosts`;
    const [host] = await remote.all(hosts);
    await remote.call('PATCH', `${hosts}/${String(host!['_id'])}`, { metadata: { a: { $env: 'KEY' } } } as never);
    expect(await repository.plan()).toEqual(['drift hosts/lena']);
    expect((await repository.pull()).exitCode).toBe(0);
    expect(repository.read('hosts/lena.yaml')).toContain('$$env: KEY');
    expect(await repository.plan()).toEqual([]);
    await repository.sync();
    expect((await remote.all(hosts))[0]!['metadata']).toEqual({ a: { $env: 'KEY' } });
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FILES } from './fixtures.ts';
import { startRemote, startSynced, type Repository } from './repository.ts';

const CANARY = 'canary-4f1d';

const everythingIn = (repository: Repository): string =>
  readdirSync(repository.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

describe('a credential on the target', () => {
  it('is never written to a file, the state or the output', async () => {
    const remote = await startRemote();
    await remote.call('POST', '/v1/webhooks', {
      url: 'https://hooks.example.org/x',
      events: ['event.created'],
      secret: `${CANARY}-webhook`,
    });
    await remote.call('PATCH', remote.surfaceB, {
      isPrivate: true,
      authProviders: [{ type: 'fixedKeys', key: `${CANARY}-provider`, singUpLabel: 'Come in' }],
    });
    const node = { id: 'ask', type: 'http', name: 'Ask', position: [0, 0] };
    const workflows = `${remote.surfaceB}/workflows`;
    const config = { headers: { Authorization: { type: 'string', value: `Bearer ${CANARY}-header` } } };
    const workflow = (name: string, given: object) =>
      remote.call('POST', workflows, { name, entryNodeId: 'ask', nodes: [{ ...node, config: given }] } as never);
    await workflow('Call out', config);
    await workflow('Harmless', {});
    await remote.call('POST', `${remote.surfaceB}/broadcastHosts`, {
      title: 'Lena',
      metadata: { crm: { apiKey: `${CANARY}-metadata`, id: 7 } },
    });

    const repository = remote.repository();
    const human = await repository.run('pull --dry-run');
    const { json, stdout, stderr } = await repository.pull();
    expect(everythingIn(repository) + stdout + stderr + human.stdout).not.toContain(CANARY);
    expect(json['created']).toEqual([
      'content/broadcast.yaml',
      'content/webhooks/hooks-example-org-x.yaml',
      'content/hosts/lena.yaml',
      'content/workflows/harmless.yaml',
    ]);
    expect(repository.read('broadcast.yaml')).toContain('isPrivate: true');
    expect(repository.read('hosts/lena.yaml')).toContain('id: 7');
    expect(json['notes']).toEqual(
      expect.arrayContaining([
        'broadcast: authProviders.0.key holds a credential and is left out',
        'hosts/lena: metadata.crm.apiKey holds a credential and is left out',
      ]),
    );
    expect(await repository.plan()).toEqual([]);
  });

  it('is left to a person if the list around it changed', async () => {
    const broadcast = 'name: Harbour\nauthProviders:\n  - { type: fixedKeys, key: { $env: HOOK_SECRET } }\n';
    const { remote, repository } = await startSynced({ ...FILES, 'broadcast.yaml': broadcast });
    await remote.call('PATCH', remote.surfaceB, {
      authProviders: [{ type: 'fixedKeys', key: `${CANARY}-provider`, singUpLabel: 'Come in' }],
    });
    const { exitCode, json } = await repository.pull('--theirs');
    expect(exitCode).toBe(3);
    expect(json['conflicts']).toMatchObject([{ address: 'broadcast', fields: ['authProviders'] }]);
    expect(everythingIn(repository)).not.toContain(CANARY);
  });
});

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
    const lena = 'title: Lena\nstatus: draft\nmetadata: { a: 1 }\n';
    const { remote, repository } = await startSynced({ ...FILES, 'hosts/lena.yaml': lena });
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

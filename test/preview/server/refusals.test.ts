import { expect, it, onTestFinished } from 'vitest';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { startDevServer } from '../../../src/preview/server/dev-server.ts';
import { ColdSite } from '../cold-site.ts';

const full = Object.assign(new Error('ENOSPC: no space left on device'), {
  code: 'ENOSPC',
  syscall: 'open',
  path: '/project/content/a.yaml',
});

it.each([
  [new UserError('there is nothing here'), 'There is nothing here.'],
  [new UserError('script.svg is no picture'), 'script.svg is no picture.'],
  [new UserError('x.exe: not this'), 'x.exe: not this.'],
  [new UserError('no', { suggestion: 'run gitcast validate' }), 'No: run gitcast validate.'],
  [
    full,
    'content/a.yaml cannot be used: the disk is full: free disk space or grant access, then run the command again.',
  ],
])('what an edit cannot do is a sentence: %s', async (error, reason) => {
  const site = await ColdSite.open({});
  const { url, token, close } = await startDevServer({
    site,
    folder: '/project',
    port: { port: 0, isNamed: true },
    locate: () => undefined,
    editor: { change: { answer: async () => failWith(error) } },
    env: {},
  });
  onTestFinished(async () => {
    await close();
    site.close();
  });
  const headers = { origin: url.slice(0, -1), 'content-type': 'application/json', 'x-gitcast-token': token };
  const answer = await fetch(`${url}__gitcast/edit/change`, { method: 'POST', headers, body: '{}' });
  expect([answer.status, await answer.json()]).toEqual([400, { type: 'refused', reason }]);
});

function failWith(error: Error): never {
  throw error;
}

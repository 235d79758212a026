import { expect, it } from 'vitest';
import { noHost } from '../../../src/ci/hosts/no-host.ts';

const open = () => {
  const said: string[] = [];
  const host = noHost({
    because: 'GITCAST_TOKEN is not set',
    suggestion: 'set it',
    say: (sentence) => void said.push(sentence),
  });
  return { host, said };
};

it('has no plans, and says why', async () => {
  const { host, said } = open();
  for await (const plan of host.plans()) expect.unreachable(`there is a plan ${plan.number}`);
  expect(said).toEqual(['GITCAST_TOKEN is not set, so no plan is written into a request.']);
});

it('knows of nothing that it was reviewed or approved', async () => {
  const { host } = open();
  expect(await host.request(7)).toMatchObject({ number: 7, state: 'unknown', mergeCommit: undefined });
  expect(await host.labels(7)).toEqual([]);
  await expect(host.requireApprovers('production')).rejects.toMatchObject({
    message: 'GITCAST_TOKEN is not set, so it is not known whether anybody approved this plan: nothing was sent',
    suggestion: 'set it',
  });
});

it('refuses to propose a branch, because nobody would see it', async () => {
  const { host } = open();
  const proposal = { branch: 'gitcast/pull', base: 'main', title: 'Edits', text: '', commit: 'a' };
  await expect(host.propose(proposal)).rejects.toThrow('no request was opened for the branch gitcast/pull');
});

it('leaves out what it cannot write, in sentences', async () => {
  const { host, said } = open();
  await host.reportIssue('Conflicts', 'two');
  await host.withdraw('gitcast/pull', 'main');
  expect(said).toEqual([
    'GITCAST_TOKEN is not set, so no issue “Conflicts” is opened.',
    'GITCAST_TOKEN is not set, so the request of gitcast/pull is not closed.',
  ]);
});

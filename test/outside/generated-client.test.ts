import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openapi } from '../../src/generate/openapi/openapi.ts';
import { temporaryFolder, write } from '../ci/folders.ts';
import { environment, run } from '../ci/run.ts';
import { temporaryService } from '../contract/service.ts';
import { ROOT } from './documents.ts';
import { NODE } from '../programs.ts';

/** A program that uses the generated functions and types; the service's address and key come from the environment. */
const PROGRAM = `import * as service from './client.ts';

const { URL: baseUrl = '', KEY: key = '', USER_ID: user = '', BROADCAST_ID: broadcast = '' } = process.env;
service.defaults.baseUrl = baseUrl;
service.defaults.headers = { Authorization: \`Bearer \${key}\`, 'X-API-KEY': key };

const times = { start_time: '2027-06-18T20:30:00+02:00', end_time: '2027-06-18T23:00:00+02:00' };
const created = await service.createEvent({ title: 'Opening', ...times });
if (created.status !== 201) throw new Error(created.data.detail);
const id: string = created.data.id;

const updated = await service.updateEvent(id, { title: 'Opening night' });
const listed = await service.listEvents({ limit: 5 });
const page = await service.createPage(user, broadcast, { title: 'Rules', blocks: [{ type: 'divider' }] });
const pages = await service.listPages(user, broadcast, { filters: JSON.stringify([{ title: 'Rules' }]) });
const removed = await service.deleteEvent(id);
const missing = await service.readEvent(id);
// @ts-expect-error An event needs a title and times.
const refused = await service.createEvent({});

console.log(
  JSON.stringify({
    titles: listed.status === 200 && listed.data.data.map(({ title }) => title),
    pages: pages.status === 200 && pages.data.data.map(({ title }) => title),
    statuses: [updated, listed, page, removed, missing, refused].map(({ status }) => status),
    code: missing.status === 404 && missing.data.code,
  }),
);
`;

it('a client generated from the OpenAPI document compiles, and responses match its types', async () => {
  const { url, key, userId, broadcastId } = await temporaryService();
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  write(folder, 'package.json', '{ "type": "module" }');
  write(folder, 'openapi.json', JSON.stringify(openapi({ profile: 'extended', version: '1.0.0' })));
  write(folder, 'program.ts', PROGRAM);
  const env = { ...environment(), URL: url, KEY: key, USER_ID: userId, BROADCAST_ID: broadcastId };
  const node = (program: string, ...words: readonly string[]) => run(folder, NODE, [program, ...words], env);

  const generator = join(ROOT, 'node_modules/oazapfts/dist/cli.js');
  expect(await node(generator, 'openapi.json', 'client.ts')).toMatchObject({ exitCode: 0, stderr: '' });

  // The types of Node.js are not checked themselves: that takes longer than everything else.
  const modules = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--skipLibCheck'];
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const compiled = await node(
    compiler,
    '--strict',
    '--noEmit',
    ...modules,
    '--allowImportingTsExtensions',
    'program.ts',
  );
  expect(compiled).toMatchObject({ exitCode: 0, stdout: '' });

  const ran = await node('program.ts');
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(ran.stdout)).toEqual({
    titles: ['Opening night'],
    pages: ['Rules'],
    statuses: [200, 200, 201, 204, 404, 400],
    code: 'not-found',
  });
});

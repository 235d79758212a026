/**
 * Runs every command at its most verbose, with marked secrets that are rotated once, against a service that repeats what it
 * receives. All output and all written files are searched for the marks, in every encoding. Allowed places, and why:
 *
 * - the environment, where secrets belong;
 * - the database of a service (`*.db`), and its backup: a service has to remember the secrets of
 *   webhooks and the values of the broadcast to do its work. Both have only hashes of keys, which is tested here too;
 * - files in which a person has written a literal secret by mistake: it must not get anywhere else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { all } from '../../src/service/store/work.ts';
import { withServer } from '../git/repository.ts';
import { CONTENT, filesIn, objectsOf, openAviary } from './aviary.ts';
import {
  BY_MANNER,
  COMPARING,
  halfOf,
  MANNERS,
  OFFLINE,
  READING,
  REMEMBERING,
  REMOTE,
  WRITING,
} from './canary-commands.ts';
import { AUTH_DATA, leaksIn, LITERAL, NEW, OLD, spellings } from './canary.ts';

describe('marked secrets', { timeout: 600_000 }, () => {
  it('are searched for in the output of every command', () => {
    expect(Object.keys({ ...OFFLINE, ...REMOTE }).sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  it('would be found in any encoding', () => {
    for (const secret of [...Object.values(OLD), AUTH_DATA, LITERAL] as string[]) {
      for (const [how, text] of spellings(secret)) {
        expect(leaksIn(`before ${text} after`), how).not.toEqual([]);
      }
    }
    expect(leaksIn(Buffer.from(`user:${OLD.key}:`).toString('base64'))).not.toEqual([]);
    expect(leaksIn('canary-key is no secret')).toEqual([]);
  });

  it('are nowhere after every command, with every behaviour of the service, before and after a rotation', async () => {
    const aviary = await openAviary();
    for (const marks of [OLD, NEW]) {
      aviary.use(marks);
      await aviary.runAll(BY_MANNER.plain, 'plain');
      // Each has its own state, and they mostly wait. To a service that accepts nothing, all keys are the same.
      const others = MANNERS.filter((manner) => manner !== 'plain' && (marks === OLD || BY_MANNER[manner] === WRITING));
      const refusing = others.filter((manner) => BY_MANNER[manner] === REMOTE);
      await Promise.all([
        ...refusing.map((manner, index) => aviary.runAll(halfOf(REMOTE, index), manner)),
        ...others
          .filter((manner) => !refusing.includes(manner))
          .map((manner) => aviary.runAll(BY_MANNER[manner], manner)),
      ]);
      await aviary.runAll(OFFLINE);
      aviary.look(marks === OLD ? 'at first' : 'after the rotation');
    }
    // The test is meaningful only if the secrets were really sent, and the service has them.
    const stored = JSON.stringify(await aviary.service.engine.read('everything', () => all('SELECT * FROM records')));
    for (const name of ['hook', 'provider', 'source'] as const) {
      for (const marks of [OLD, NEW]) expect(leaksIn(aviary.heard.join('\n')).join()).toContain(marks[name]);
      if (name !== 'source') expect(leaksIn(stored).join()).toContain(NEW[name]);
    }
    aviary.content(Object.fromEntries(Object.entries(CONTENT).filter(([path]) => !/webhooks|pages/.test(path))));
    aviary.write('content/broadcast.yaml', 'name: Harbour\n');
    await aviary.runAll(COMPARING, 'plain');
    aviary.look('after the deletion');
    expect([...aviary.leaks]).toEqual([]);
  });

  it('are on no page of `gitcast dev`, nor in the data of its bar, while it pushes', async () => {
    const aviary = await openAviary();
    for (const manner of ['plain', 'refuses-writes', 'fails-writes', 'refuses-key', 'html', 'redirects']) {
      const target = ['--target', manner, '--trace', `trace-dev-${manner}.jsonl`];
      const words = ['dev', '--port', '0', '--yes', '--drafts', ...target];
      expect(await aviary.run(words, /"status":"stopped"|"last":|"kind":"failed"/), manner).toMatch(/^0/);
    }
    for (const path of ['/program/', '/articles/news/', '/__gitcast/bar.js']) expect(aviary.visited).toContain(path);
    expect(leaksIn(aviary.heard.join('\n')).join()).toContain(OLD.hook);
    aviary.look('after dev');
    expect([...aviary.leaks]).toEqual([]);
  });

  it('are in no ref and no object of the remote that `state: git` keeps the state on', async () => {
    const aviary = await openAviary({ state: 'git' });
    const server = withServer(aviary.repository);
    for (const marks of [OLD, NEW]) {
      aviary.use(marks);
      aviary.repository.commit({
        'content/places/main-stage.yaml': marks === OLD ? 'name: Stage\n' : 'name: Great stage\n',
      });
      if (marks === OLD) await aviary.runAll(REMEMBERING, 'plain');
      else await aviary.run(['sync', '--yes', '--ours', '--overwrite-drift']);
    }
    aviary.look('with the state in git');
    const objects = objectsOf(server.folder);
    expect(server.git('for-each-ref', '--format=%(refname)')).toContain('refs/gitcast/state/plain');
    expect(objects).toContain('webhooks/crew');
    const refs = filesIn(server.folder).filter((path) => !path.includes('/objects/'));
    expect(leaksIn(objects + refs.map((path) => path + readFileSync(path, 'latin1')).join('\n'))).toEqual([]);
    expect([...aviary.leaks]).toEqual([]);
  });

  it('are not in the log and the answers of the service', async () => {
    const aviary = await openAviary();
    const log: object[] = [];
    aviary.service.log.onRequest((request) => log.push(request));
    expect(await aviary.run(['sync', '--yes'])).toMatch(/^0/);
    expect(leaksIn(JSON.stringify(log))).toEqual([]);
    const headers = { authorization: `Bearer ${OLD.key}` };
    const hooks = await (await fetch(`${aviary.url}/v1/webhooks`, { headers })).text();
    expect(hooks).toContain('crew.example');
    expect(leaksIn(hooks)).toEqual([]);
    expect([...aviary.leaks]).toEqual([]);
  });

  it('are not repeated if a person has written one by mistake, even next to other errors', async () => {
    const aviary = await openAviary();
    await aviary.run(['sync', '--yes']);
    const hook = 'url: https://crew.example/hook\nevents: [event.created]\n';
    const mistakes: Readonly<Record<string, string>>[] = [
      { 'webhooks/crew.yaml': `${hook}secret: ${LITERAL}\n` },
      { 'webhooks/crew.yaml': `${hook}secret: { $env: ${LITERAL} }\n` },
      { 'webhooks/crew.yaml': `${hook}secert: ${LITERAL}\n` },
      { 'webhooks/crew.yaml': `${hook}secret: "${LITERAL}\n` },
      { 'webhooks/crew.yaml': `{ url: 5, secret: ${LITERAL}, events: [event.cretaed] }\n` },
      { 'broadcast.yaml': `name: Harbour\nauthProviders: [{ type: 5, key: ${LITERAL} }]\n` },
      { 'broadcast.yaml': `name: Harbour\nauthData: [{ type: basic, basic: { password: ${LITERAL} } }]\n` },
    ];
    for (const [index, mistake] of mistakes.entries()) {
      aviary.content({ ...CONTENT, ...mistake });
      await aviary.runAll(READING);
      await aviary.runAll(halfOf(COMPARING, index), 'plain');
      aviary.look(Object.values(mistake)[0]!, [LITERAL]);
    }
    aviary.content(CONTENT);
    const config = readFileSync(join(aviary.repository.folder, 'gitcast.config.yaml'), 'utf8');
    for (const [index, key] of [`"${LITERAL}"`, `{"$env":"${LITERAL}"}`, `["${LITERAL}"]`].entries()) {
      aviary.write('gitcast.config.yaml', config.replace('{"$env":"KEY"}', key));
      await aviary.runAll(READING);
      await aviary.runAll(halfOf(COMPARING, index), 'plain');
      aviary.look(`the configuration with ${key}`, [LITERAL]);
    }
    expect([...aviary.leaks]).toEqual([]);
  });

  it('are in no report of an exception, and in no error about a key that cannot be sent', async () => {
    const aviary = await openAviary();
    aviary.breakInput();
    expect(await aviary.run(['import', '-'])).toContain('internal error');
    const keys = [`${OLD.key}\n`, `${OLD.key}é`, `${OLD.key} \u0000`, `${OLD.key}@api.example.com`];
    for (const [index, unsendable] of keys.entries()) {
      aviary.env = { ...aviary.env, KEY: unsendable };
      await aviary.runAll(halfOf(REMOTE, index), 'plain');
    }
    aviary.look('after exceptions');
    expect([...aviary.leaks]).toEqual([]);
  });
});

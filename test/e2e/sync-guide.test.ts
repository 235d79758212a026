import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { meddle, type Passing } from '../sync/meddler.ts';
import { createBroadcast } from '../../src/service/administration.ts';
import { openStage, type Stage } from '../sync/stage.ts';
import { ROOT } from './program.ts';

const GUIDE = join(ROOT, 'docs/guides/sync.md');

const event = (title: string, day: number): string => `# An evening by the river
title: ${title} # as on the poster
start_time: 2027-06-${day}T20:30:00+02:00
end_time: 2027-06-${day}T23:00:00+02:00
place_id: places/main-stage
`;

/** Records commands and their real output, with prose between them. */
class Guide {
  readonly #parts: string[] = [];
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  say(text: string): void {
    this.#parts.push(text);
  }

  async run(...words: readonly string[]): Promise<void> {
    const { stdout, stderr, exitCode } = await this.#stage.gitcast(...words);
    const said = `${stderr}${stdout}`.trimEnd().replaceAll(this.#stage.folder, '~/harbour');
    const code = exitCode === 0 ? '' : `\n$ echo $?\n${exitCode}`;
    this.#parts.push(`\`\`\`console\n$ gitcast ${words.join(' ')}\n${said}${code}\n\`\`\``);
  }

  text(): string {
    const ids = new Map<string, string>();
    const numbered = (id: string): string => {
      if (!ids.has(id)) ids.set(id, `64b7c0ffee64b7c0ffee${String(ids.size + 1).padStart(4, '0')}`);
      return ids.get(id)!;
    };
    return `${this.#parts.join('\n\n')}\n`
      .replaceAll(/\b[0-9a-f]{24}\b/g, numbered)
      .replaceAll(/(created|updated) 20\d\d-[\w:.-]+/g, '$1 2027-05-03T09:15:40.000Z');
  }
}

/** A service whose list of events fails. */
const withoutEvents = (passing: Passing): Passing =>
  passing.path.startsWith('/v1/events?') ? { ...passing, status: 400, body: '{"error":"page too large"}' } : passing;

/** A service that refuses exclamation marks. */
const withoutExclamations = (passing: Passing): Passing => ({ ...passing, body: passing.body.replaceAll('!', '') });

async function tell(stage: Stage): Promise<string> {
  const guide = new Guide(stage);
  guide.say(`# Syncing

Written by \`test/e2e/sync-guide.test.ts\` from real runs. Do not edit: \`UPDATE=1 npx vitest run test/e2e/sync-guide\` writes it
again.

A repository has a broadcast, a place and three events; the target \`live\` has none of them yet.

## What would happen: \`plan\`

A plan changes nothing. It says what a sync would do, what is risky first, and how many requests it takes.`);
  await guide.run('plan');
  guide.say(`## Making it so: \`sync\`

\`--yes\` is for CI and for this page; in a terminal, \`gitcast sync\` shows the plan and asks.`);
  await guide.run('sync', '--yes', '--concurrency', '1');
  guide.say('A second plan is empty, as it is after every sync that could do everything.');
  await guide.run('plan');

  guide.say(`## Somebody changed the target: drift

A colleague has given the opening night another title in the web editor. That is shown, and never overwritten by itself.`);
  const opening = stage.named('event', 'Opening night');
  await stage.call('PUT', `/events/${opening.id}`, { title: 'Grand opening' });
  await guide.run('plan');
  guide.say('A sync leaves it alone, does the rest, and exits with 3, since the target is not what the files say.');
  await guide.run('sync', '--yes');

  guide.say(`## Taking it over: \`pull\`

\`gitcast pull\` writes the new title into the file; comments and everything else in it stay as they are. (The other way
round, \`gitcast sync --overwrite-drift\` pushes the file over it.)`);
  await guide.run('pull');
  guide.say(`\`\`\`yaml\n${stage.read('events/opening-night.yaml').trimEnd()}\n\`\`\``);
  await guide.run('plan');

  guide.say(`## Both sides changed: a conflict

The file and the target have given the closing night different titles since the last sync. Nobody can know which is
meant: \`sync --ours\` takes the file's, \`pull --theirs\` the target's.`);
  await stage.call('PUT', `/events/${stage.named('event', 'Closing night').id}`, { title: 'The last night' });
  stage.edit('events/closing-night.yaml', 'Closing night', 'Finale');
  await guide.run('plan');
  await guide.run('sync', '--yes', '--ours');
  guide.say(`A deleted file is in conflict too when somebody has changed its object on the target, be it in a field that no file has,
and be it before the last sync: \`sync --ours\` deletes it nevertheless. So is a change of what a target can only replace.`);

  guide.say(`## Changes in fields that no file has

A colleague has typed a description for the main evening. No file has that field, so no sync touches it, and it is no drift.
\`gitcast status\` lists it, and \`pull\` names it.`);
  await stage.call('PUT', `/events/${stage.named('event', 'The main evening').id}`, { description: 'With a choir.' });
  await guide.run('pull');
  guide.say('`--all-fields` writes it into the file, which manages it from then on.');
  await guide.run('pull', '--all-fields');
  await guide.run('plan');

  guide.say(`## The same thing twice

Somebody has made the opening night a second time in the web editor. The plan says so, and \`gitcast status\` too.
\`gitcast dedupe\` compares the two, proposes which one to keep, and changes nothing.`);
  const twice = { title: 'Grand opening', start_time: '2027-06-18T18:30:00Z', end_time: '2027-06-18T21:00:00Z' };
  const { id: double } = await stage.call('POST', '/events', twice);
  await guide.run('plan');
  await guide.run('dedupe');
  await stage.call('DELETE', `/events/${double as string}`);

  guide.say(`## A target that cannot be read completely

A page of the list of events fails. What is missing from it may be there all the same, so nothing of that kind is created or
deleted. What is managed is read by its id where the service can, and updated. The first line says what is missing, and the
exit code is 4, for \`plan\`, \`sync\`, \`pull\` and \`status\` alike.`);
  stage.configure({ baseUrl: await meddle(stage.theatre.url, withoutEvents) });
  await guide.run('plan');
  stage.configure();

  guide.say(`## A service that stores something else

Some services cut, trim or escape what they are sent. The sync that sent it says so, once. The value is not sent again until
the file changes, and every later plan names the exception.`);
  stage.configure({ baseUrl: await meddle(stage.theatre.url, withoutExclamations) });
  stage.edit('events/main-evening.yaml', 'With a choir.', 'With a choir!');
  await guide.run('sync', '--yes');
  await guide.run('plan');
  stage.edit('events/main-evening.yaml', 'With a choir!', 'With a choir.');
  await stage.sync();
  stage.configure();

  guide.say(`## Exit codes

| code | means |
| - | - |
| 1 | an error, or a plan that is refused |
| 3 | some changes were not made: failed, drifted, in conflict, or to do by hand |
| 4 | the target could not be read completely: nothing is said about the rest of it |
| 2 | the plan has changes (\`plan --detailed-exitcode\`) |
| 0 | done |

Where several apply, the first in this table counts.`);

  guide.say(`## Too many deletions: the guard

Twelve of fifteen event files are gone, perhaps by mistake. The plan fails, dry run included, before anything is sent.
What is deleted in the end is first copied to \`.gitcast/trash/\`.`);
  for (let index = 0; index < 12; index++) stage.write(`events/late/show-${index}.yaml`, event(`Show ${index}`, 20));
  await stage.sync();
  for (let index = 0; index < 12; index++) stage.remove(`events/late/show-${index}.yaml`);
  await guide.run('sync', '--yes');
  guide.say('If it is meant, the flag says so, with the number one expects.');
  await guide.run('sync', '--yes', '--quiet', '--allow-deletes', '12');

  guide.say(`## An answer that was lost

A connection breaks after a creation was sent. Nobody knows whether the service made the object, and its list may be behind,
so gitcast does not send it again. It applies everything else, waits until the target's settle time is over (60 seconds after
the request; \`settle:\` on a target sets it), looks again, and adopts the object or creates it. A list that shows the object
ends the wait at once. \`--no-wait\`, or Ctrl-C, leaves the creation open: exit code 3, and the next sync goes on. \`gitcast plan\`
never waits; it shows what is open.

An object is recognised by its natural key (an event by its title and start), also where the service composes letters, escapes
HTML or tidies spaces. Where something may be the same thing and nobody can tell (a title that is cut short, an event with
another title in the same place at the same time), gitcast stops at a conflict. Write the object's id as \`$id\` into the file to
adopt it, or run \`gitcast sync --create ADDRESS\` to create another.`);

  guide.say(`## Another broadcast under the same name: the next edition

What the last sync knew belongs to one broadcast of one service, managed from one folder. The configuration now names the
broadcast of the next edition. Nothing is compared with the old state, and nothing is sent.`);
  const credentials = createBroadcast(stage.theatre.service, {
    name: 'Harbour festival',
    userId: stage.credentials.userId,
  });
  Object.assign(stage, { credentials, env: { ...stage.env, GITCAST_KEY: credentials.key } });
  stage.configure();
  await guide.run('plan');
  guide.say(`\`gitcast state rebuild\` discards the state and finds the documents on the target again. It sends nothing, and shows what is left to sync.
It is also the way out when the state was lost, or when the service was emptied.`);
  await guide.run('state', 'rebuild');
  guide.say(`When the same broadcast is only reached at another \`baseUrl\`, or its configuration was moved to another folder of the
repository, \`gitcast state move\` keeps what is known instead. Deleting \`.gitcast/service.db\` needs neither: the target \`local\`
then starts with an empty state.`);
  return guide.text();
}

it('docs/guides/sync.md shows what the commands really print', async () => {
  const stage = await openStage({
    files: {
      'broadcast.yaml': 'name: Harbour festival\n',
      'places/main-stage.yaml': 'name: Main stage\n',
      'events/opening-night.yaml': event('Opening night', 18),
      'events/main-evening.yaml': event('The main evening', 19),
      'events/closing-night.yaml': event('Closing night', 20),
    },
  });
  const text = await tell(stage);
  if (process.env['UPDATE'] !== undefined) writeFileSync(GUIDE, text);
  expect(readFileSync(GUIDE, 'utf8')).toBe(text);
});

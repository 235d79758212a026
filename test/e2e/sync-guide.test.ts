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
    const shown = [`$ gitcast ${words.join(' ')}`, ...(said === '' ? [] : [said])].join('\n');
    this.#parts.push(`\`\`\`console\n${shown}${code}\n\`\`\``);
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

<!--
Written by \`test/e2e/sync-guide.test.ts\` from real runs. Do not edit it: change the test, then run
\`UPDATE=1 npx vitest run test/e2e/sync-guide\`.
-->

\`gitcast plan\` shows what differs between the files and a target, \`gitcast sync\` sends the changes, and \`gitcast pull\` writes edits
from the target into the files. Nobody's edits are overwritten unless you say so. In this guide the repository has a broadcast, a
place and three events, and the target \`live\` has none of them yet.

## See what a sync would do: \`plan\`

A plan changes nothing. It lists the changes that a sync would make, the risky ones first, and counts the requests.`);
  await guide.run('plan');
  guide.say(`## Apply the changes: \`sync\`

In a terminal, \`gitcast sync\` shows the plan and asks for confirmation. \`--yes\` skips that, in CI for example.`);
  await guide.run('sync', '--yes', '--concurrency', '1');
  guide.say('After a complete sync the plan is empty.');
  await guide.run('plan');

  guide.say(`## Drift: the target changed

A colleague renamed the opening night in the web editor. The plan shows this as drift.`);
  const opening = stage.named('event', 'Opening night');
  await stage.call('PUT', `/events/${opening.id}`, { title: 'Grand opening' });
  await guide.run('plan');
  guide.say(
    'A sync leaves drift alone, makes all other changes, and exits with 3, because the target still differs from the files.',
  );
  await guide.run('sync', '--yes');

  guide.say(`## Accept the edit: \`pull\`

\`gitcast pull\` writes the new title into the file and leaves everything else in it unchanged, comments included. To restore the
file's title on the target instead, run \`gitcast sync --overwrite-drift\`.`);
  await guide.run('pull');
  guide.say(`\`\`\`yaml\n${stage.read('events/opening-night.yaml').trimEnd()}\n\`\`\``);
  await guide.run('plan');

  guide.say(`## Conflict: both sides changed

Since the last sync, the closing night got one title in the file and another on the target. You decide: \`sync --ours\` keeps the
file's title, \`pull --theirs\` the target's.`);
  await stage.call('PUT', `/events/${stage.named('event', 'Closing night').id}`, { title: 'The last night' });
  stage.edit('events/closing-night.yaml', 'Closing night', 'Finale');
  await guide.run('plan');
  await guide.run('sync', '--yes', '--ours');
  guide.say(`A deleted file is also a conflict if somebody changed its object on the target, even in a field that no file has, and even before
the last sync. So is a change that the target can only make by replacing such an object. \`sync --ours\` deletes or replaces it
anyway.`);

  guide.say(`## Changes in fields that no file has

A colleague added a description to the main evening. The file has no such field, so this is not drift, and no sync touches it.
\`gitcast status\` and \`gitcast pull\` list it.`);
  await stage.call('PUT', `/events/${stage.named('event', 'The main evening').id}`, { description: 'With a choir.' });
  await guide.run('pull');
  guide.say('`--all-fields` writes it into the file. From then on the file manages it.');
  await guide.run('pull', '--all-fields');
  await guide.run('plan');

  guide.say(`## Duplicates: \`dedupe\`

Somebody created the opening night a second time in the web editor. \`gitcast plan\` and \`gitcast status\` report it.
\`gitcast dedupe\` compares the two and proposes which one to keep. It changes nothing.`);
  const twice = { title: 'Grand opening', start_time: '2027-06-18T18:30:00Z', end_time: '2027-06-18T21:00:00Z' };
  const { id: double } = await stage.call('POST', '/events', twice);
  await guide.run('plan');
  await guide.run('dedupe');
  await stage.call('DELETE', `/events/${double as string}`);

  guide.say(`## A target that cannot be read completely

One page of the list of events fails. Events that seem to be missing may exist, so gitcast creates and deletes no events in this
run. It reads managed events one by one, if the service can do that, and updates them. The first line says what could not be
read, and \`plan\`, \`sync\`, \`pull\` and \`status\` exit with 4.`);
  stage.configure({ baseUrl: await meddle(stage.theatre.url, withoutEvents) });
  await guide.run('plan');
  stage.configure();

  guide.say(`## A service that stores a different value

Some services cut, trim or escape what they receive. The sync that sent the value reports it, once. gitcast does not send the
value again until the file changes, and later plans mention the exception.`);
  stage.configure({ baseUrl: await meddle(stage.theatre.url, withoutExclamations) });
  stage.edit('events/main-evening.yaml', 'With a choir.', 'With a choir!');
  await guide.run('sync', '--yes');
  await guide.run('plan');
  stage.edit('events/main-evening.yaml', 'With a choir!', 'With a choir.');
  await stage.sync();
  stage.configure();

  guide.say(`## Exit codes

| code | meaning |
| - | - |
| 1 | an error, or a plan that was refused |
| 3 | some changes were not made: they failed, drifted, are in conflict, or are left to you |
| 4 | the target could not be read completely, so the rest of it was not compared |
| 2 | the plan has changes (only with \`plan --detailed-exitcode\`) |
| 0 | success |

If several apply, the first in this table wins.`);

  guide.say(`## Too many deletions: the guard

Twelve of fifteen event files are gone, perhaps by mistake. \`plan\` and \`sync\` refuse, and nothing is sent.`);
  for (let index = 0; index < 12; index++) stage.write(`events/late/show-${index}.yaml`, event(`Show ${index}`, 20));
  await stage.sync();
  for (let index = 0; index < 12; index++) stage.remove(`events/late/show-${index}.yaml`);
  await guide.run('sync', '--yes');
  guide.say(
    'If you mean it, pass the number of deletions you expect. gitcast keeps a copy of each object with the state before it deletes it: `gitcast log --deleted` lists those of the last 90 days, at most 1,000 and those of the last run, in every clone, and `--json` prints their values, without secrets. `--quiet` prints nothing unless something is left.',
  );
  await guide.run('sync', '--yes', '--quiet', '--allow-deletes', '12');
  guide.say(
    'An empty folder is most often a checkout that failed, such as a submodule that was not fetched. So a plan that would delete all of two or more objects of a kind, or `broadcast.yaml`, is refused however few they are, and `--allow-deletes` does not allow it: `--allow-empty events` does.',
  );

  guide.say(`## A lost response

The connection breaks after gitcast has sent a request to create an object. The service may have created it, and its lists may lag
behind, so gitcast does not send the request again. It makes all other changes, waits for the target's settle time (60 seconds
after the request; \`settle:\` on the target changes it), reads the list again, and then adopts the object or creates it. If the
object appears earlier, the wait ends. With \`--no-wait\` or Ctrl-C the creation stays open: the exit code is 3, and the next sync
continues. \`gitcast plan\` never waits; it shows what is open.

gitcast recognises an object by its natural key (an event by its title and start), even if the service normalises Unicode, escapes
HTML or changes spaces. If an object may or may not be the same (its title is cut short, or it is an event with a different title
in the same place at the same time), gitcast reports a conflict. To adopt the object, write its id into the file as \`$id\`. To
create another one, run \`gitcast sync --create ADDRESS\`.

The same holds for an object that somebody deleted on the target and made again there. One with the natural key of the file, or of
the last sync, is adopted. One that already existed when the deleted one was last written, or that only looks like it (the same, a
longer or a corrected title, an article with another date, the same place and time, or most of the values that no other document has) is a conflict, which \`--ours\` and \`--overwrite-drift\` leave open, with exit code 3. If neither is the
same thing, \`gitcast sync --create ADDRESS\` creates it again, and \`gitcast pull ADDRESS --theirs\` deletes the file.`);

  guide.say(`## Another broadcast under the same name: the next edition

The state of the last sync belongs to one broadcast of one service, managed from one folder. Here the configuration was changed to
the broadcast of the next edition, so the old state does not apply. Every command stops, and nothing is sent.`);
  const credentials = await createBroadcast(stage.theatre.service, {
    name: 'Harbour festival',
    userId: stage.credentials.userId,
  });
  Object.assign(stage, { credentials, env: { ...stage.env, GITCAST_KEY: credentials.key } });
  stage.configure();
  await guide.run('plan');
  guide.say(`\`gitcast state rebuild\` starts over. It looks for every document on the target, sends nothing, and shows what is left to sync. Use
it also if the state was lost or the service was emptied.`);
  await guide.run('state', 'rebuild');
  guide.say(`If the same broadcast moved to another \`baseUrl\`, run \`gitcast state move\` instead: it keeps the state. If its folder was renamed in
git, you need neither: the next sync moves the state, and a branch that still has the old folder is refused until the renaming is
merged into it. If you delete \`.gitcast/service.db\`, the target \`local\` starts over automatically.`);
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

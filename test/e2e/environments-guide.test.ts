import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environments, event } from '../sync/environments.ts';
import { ROOT } from './program.ts';

const GUIDE = join(ROOT, 'docs/guides/environments.md');

const SHARED = {
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/events/opening-night.yaml': event('Opening night', 'description: Two sets, one river.\n'),
  'content/events/gala.yaml': event('Gala dinner', '$targets: [production]\n'),
};

const OWN = {
  'content.staging/broadcast.yaml': 'name: Harbour festival (staging)\n',
  'content.staging/events/opening-night.yaml': 'title: Opening night (rehearsal)\n',
  'content.staging/events/dry-run.yaml': event('Dry run'),
};

async function tell(): Promise<string> {
  const repository = await environments({ ...SHARED, ...OWN });
  const parts: string[] = [];
  const say = (text: string): void => void parts.push(text);
  const show = (...paths: readonly string[]): void =>
    void parts.push(`\`\`\`yaml\n${paths.map((path) => `# ${path}\n${repository.read(path)}`).join('\n')}\`\`\``);
  const run = async (words: string): Promise<void> => {
    const { stdout, stderr, exitCode } = await repository.run(words);
    const code = exitCode === 0 ? '' : `\n$ echo $?\n${exitCode}`;
    parts.push(`\`\`\`console\n$ gitcast ${words}\n${`${stderr}${stdout}`.trimEnd()}${code}\n\`\`\``);
  };

  say(`# Staging and production

Written by \`test/e2e/environments-guide.test.ts\` from real runs. Do not edit: \`UPDATE=1 npx vitest run
test/e2e/environments-guide\` writes it again.

One repository can have several targets. Each has its own state, and all have the files of \`content/\`. What differs for one
of them is in a folder of its own beside it.

A state belongs to one broadcast of one service, not to the name of a target: after another \`broadcastId\` or \`baseUrl\` was written
under the same name, every command stops and names what differs and the way out. [Syncing](sync.md) shows it.

\`\`\`yaml
# gitcast.config.yaml
defaultTarget: staging
site: { url: https://harbour.example, timezone: Europe/Paris }
targets:
  staging:
    baseUrl: https://api.example.com
    userId: 64b7c0ffee64b7c0ffee0001
    broadcastId: 64b7c0ffee64b7c0ffee0002
    key: { $env: STAGING_KEY }
    siteUrl: https://staging.harbour.example # where the site of this target is published, if not at site.url
  production:
    baseUrl: https://api.example.com
    userId: 64b7c0ffee64b7c0ffee0001
    broadcastId: 64b7c0ffee64b7c0ffee0003
    key: { $env: PRODUCTION_KEY }
\`\`\`

## What differs: overlays and \`$targets\`

These files are shared. The gala dinner is for production only, so for staging it does not exist.`);
  show('content/events/opening-night.yaml', 'content/events/gala.yaml');
  say(`These are staging's own. The first lies over the shared file of the same name and says only what differs; the second is a
document that only staging has.`);
  show('content.staging/events/opening-night.yaml', 'content.staging/events/dry-run.yaml');
  say(`- Mappings are merged key by key; texts, numbers and lists of the overlay take the place of the shared ones; \`null\` clears.
- A Markdown file of the overlay replaces the text if it has one. \`.yaml\` may lie over \`.md\`: it is the address that counts.
- \`content.staging/media/\` lies over \`content/media/\`.
- An id is that of one target: \`$id\` belongs into an overlay.
- The editor completes and checks these files as all others, and misses nothing in them that the shared file has.

\`plan\`, \`sync\`, \`pull\`, \`undo\`, \`status\`, \`doctor\` and \`build\` take \`--target\`, and use that target's content. \`validate\`
checks that of every target, and says for which one something is wrong. \`dev\` follows shared files only: for a target with files of
its own it says so and ends.`);
  await run('validate');
  await run('plan --target staging --only events/**');
  await run('sync --target staging --yes --ours --concurrency 1');
  await run('sync --target production --yes --ours --concurrency 1');

  say(`## From staging to production: \`promote\`

A change is made in a shared file. Nobody has seen it on staging yet, so it cannot be promoted.`);
  repository.write({
    'content/events/opening-night.yaml': event('Opening night', 'description: Three sets, one river.\n'),
  });
  await run('promote staging production --yes');
  await run('sync --target staging --yes');
  say(`Now staging is what the files say. A promotion syncs the same files to production, whose overlay and \`$targets\` stay in
force. In a terminal it shows the plan and asks; \`--dry-run\` and \`--markdown\` only show it. The guard holds as it does for
\`sync\`.`);
  await run('promote staging production --dry-run');
  await run('promote staging production --yes');
  await run('promote staging production --yes');

  say(`## A target that several branches share: \`history\`

With \`state: git\` a sync goes forward: it is refused when the checkout lacks the commit that was last synced, since it would
take back what changed there ([why, and what counts](ci.md#running-a-job-again)). For production that is right. A staging target
on which people try their branches in turn needs none of it:

\`\`\`yaml
targets:
  staging:
    history: any # a sync may come from any commit; otherwise forward
\`\`\`

With \`state: file\`, as here, and without git there is no such check.`);

  say(`## Edits in the web editor: \`pull\`

Somebody changes title and description on staging. The title stands in staging's own file, the description in the shared one,
and each is written where it stands. What goes into a shared file reaches production too, so the pull says so; production's
next plan shows it.`);
  await repository.edit('staging', 'Opening night (rehearsal)', {
    title: 'Opening night (second rehearsal)',
    description: 'Four sets, one river.',
  });
  await run('pull --target staging');
  await run('plan --target production');
  say(`To keep it from production, move the line into \`content.staging/events/opening-night.yaml\`.

An object that was deleted on staging does not take a shared file with it: \`pull --theirs\` gives the file \`$targets\`, so that
it stays for the others. A new object becomes a shared file; to keep it to its target, move it into the target's folder: the
address stays the same, and so does the object.`);
  return `${parts.join('\n\n')}\n`;
}

it('docs/guides/environments.md shows what the commands really print', { timeout: 180_000 }, async () => {
  const text = await tell();
  if (process.env['UPDATE']) writeFileSync(GUIDE, text);
  expect(text).toBe(readFileSync(GUIDE, 'utf8'));
});

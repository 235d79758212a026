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

<!--
Written by \`test/e2e/environments-guide.test.ts\` from real runs. Do not edit it: change the test, then run
\`UPDATE=1 npx vitest run test/e2e/environments-guide\`.
-->

Sync one repository to several targets: try a change with \`gitcast sync --target staging\`, then bring it live with
\`gitcast promote staging production\`. All targets share the files in \`content/\`; what differs for one target is in its own folder,
such as \`content.staging/\`. Each target has its own state.

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
    siteUrl: https://staging.harbour.example # where this target's site is published (default: site.url)
  production:
    baseUrl: https://api.example.com
    userId: 64b7c0ffee64b7c0ffee0001
    broadcastId: 64b7c0ffee64b7c0ffee0003
    key: { $env: PRODUCTION_KEY }
\`\`\`

A state belongs to one broadcast of one service. If you change \`broadcastId\` or \`baseUrl\` under the same target name, every command
stops and shows what differs and how to continue: see [Syncing](sync.md#another-broadcast-under-the-same-name-the-next-edition).

## What differs: overlays and \`$targets\`

These files are shared. The gala dinner is for production only, so it does not exist on staging.`);
  show('content/events/opening-night.yaml', 'content/events/gala.yaml');
  say(`These files are for staging only. The first overlays the shared file of the same name and has only the fields that differ. The
second is a document that only staging has.`);
  show('content.staging/events/opening-night.yaml', 'content.staging/events/dry-run.yaml');
  say(`- Mappings are merged key by key. Strings, numbers and lists in the overlay replace the shared ones. \`null\` clears a field.
- A Markdown file in the overlay replaces the body if it has one. A \`.yaml\` file can overlay a \`.md\` file: only the address counts.
- \`content.staging/media/\` overlays \`content/media/\`.
- An id belongs to one target, so put \`$id\` into the overlay.
- Editors complete and check overlay files like all others, and accept that fields of the shared file are left out.

\`plan\`, \`sync\`, \`pull\`, \`undo\`, \`status\`, \`doctor\` and \`build\` accept \`--target\` and use that target's content. \`validate\` checks the
content of every target and names the target that has a problem. \`dev\` works with shared files only: it refuses a target that has
its own files.`);
  await run('validate');
  await run('plan --target staging --only events/**');
  await run('sync --target staging --yes --ours --concurrency 1');
  await run('sync --target production --yes --ours --concurrency 1');

  say(`## From staging to production: \`promote\`

Somebody edits a shared file. The change is not on staging yet, so it cannot be promoted.`);
  repository.write({
    'content/events/opening-night.yaml': event('Opening night', 'description: Three sets, one river.\n'),
  });
  await run('promote staging production --yes');
  await run('sync --target staging --yes');
  say(`Now staging equals the files. \`promote\` syncs the same files to production, with production's overlay and \`$targets\`. In a terminal
it shows the plan and asks for confirmation; \`--dry-run\` and \`--markdown\` only show the plan. The guard applies as it does to \`sync\`.`);
  await run('promote staging production --dry-run');
  await run('promote staging production --yes');
  await run('promote staging production --yes');

  say(`In CI, \`gitcast init --ci\` writes a workflow for this. One job shows the plan with \`promote --dry-run --out plan.json\`, and a second
one, after a person has approved it, runs \`promote --yes --reviewed digest:DIGEST\`: it applies the plan with that digest, deletions
included, or stops and lists what changed. See [Staging and production in CI](ci.md#staging-and-production).`);

  say(`## A target that several branches share: \`history\`

With \`state: git\`, gitcast refuses a sync from a checkout that lacks the last synced commit, because the sync would revert what
changed there ([details](ci.md#re-running-a-job)). That is right for production. On a staging target where people try their branches
in turn, switch it off:

\`\`\`yaml
targets:
  staging:
    history: any # allow a sync from any commit (default: forward)
\`\`\`

There is no such check with \`state: file\`, which this guide uses, or without git.`);

  say(`## Edits in the web editor: \`pull\`

Somebody changes the title and the description on staging. The title is in staging's own file and the description in the shared
one, and \`pull\` writes each where it already is. A change in a shared file reaches production too, so \`pull\` reports it, and
production's next plan shows it.`);
  await repository.edit('staging', 'Opening night (rehearsal)', {
    title: 'Opening night (second rehearsal)',
    description: 'Four sets, one river.',
  });
  await run('pull --target staging');
  await run('plan --target production');
  say(`To keep the change off production, move the line into \`content.staging/events/opening-night.yaml\`.

If an object was deleted on staging, \`pull --theirs\` does not delete a shared file: it adds \`$targets\`, so that the document stays on
the other targets. A new object becomes a shared file. To keep it on one target, move the file into that target's folder: its
address stays the same, so it still belongs to the same object.`);
  return `${parts.join('\n\n')}\n`;
}

it('docs/guides/environments.md shows what the commands really print', { timeout: 180_000 }, async () => {
  const text = await tell();
  if (process.env['UPDATE']) writeFileSync(GUIDE, text);
  expect(text).toBe(readFileSync(GUIDE, 'utf8'));
});

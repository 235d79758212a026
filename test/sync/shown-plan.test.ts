import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH, someEvents } from './fixture.ts';
import { openGitStage } from './git-stage.ts';
import { openStage } from './stage.ts';

/** A stage with an update, a deletion and drift. */
async function planned() {
  const stage = await openStage({ files: someEvents(3) });
  await stage.sync();
  stage.edit('events/event-0.yaml', '23:00', '23:30');
  stage.remove('events/event-1.yaml');
  await stage.call('PUT', `/events/${stage.named('event', 'Event 2').id}`, { title: 'Grand opening' });
  return stage;
}

describe('plan --markdown', () => {
  it('has the digest of the plan at the end, as in the JSON, unless it was made offline', async () => {
    const stage = await planned();
    const { digest } = await stage.plan();
    expect(digest).toMatch(/^[\w-]{22}$/);
    const { stdout } = await stage.gitcast('plan', '--markdown');
    expect(stdout).toMatch(new RegExp(`<sub>Digest of this plan: \`${digest}\`</sub>\n$`));
    const offline = await stage.gitcast('plan', '--offline', '--markdown');
    expect(offline.stdout).toContain('made offline');
    expect(offline.stdout).not.toContain('Digest');
  });
});

describe('a conflict', () => {
  it('shows the text of the last sync, which the state keeps for merges', async () => {
    const { stage, commit } = await openGitStage(ONE_OF_EACH);
    await stage.sync();
    const article = stage.named('article', 'News');
    await stage.call('PUT', `/articles/${article.id}`, { content: 'Trains stop **ten minutes** from the gate.\n' });
    stage.edit('articles/news.md', 'five minutes', 'six minutes');
    commit();
    const { changes } = await stage.plan();
    expect(changes.filter(({ action }) => action === 'conflict')).toMatchObject([
      {
        address: 'articles/news',
        fields: [{ name: 'content', last_sync: 'Trains stop **five minutes** from the gate.\n' }],
      },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { eventText } from './fixture.ts';
import { actionsOf, openStage } from './stage.ts';

const FILES = {
  'broadcast.yaml': 'name: Harbour festival\n',
  'events/opening.yaml': eventText('Opening'),
  'events/friday/late/jam.yaml': eventText('Jam'),
  'places/main-stage.yaml': 'name: Main stage\n',
  'articles/news.md': '---\ntitle: News\n---\nSoon.\n',
};

describe('--only', () => {
  it("'events/*' matches everything in events/, including nested folders, as its help says", async () => {
    const stage = await openStage({ files: FILES });
    const below = ['create events/friday/late/jam', 'create events/opening'];
    expect(actionsOf(await stage.plan('--only', 'events/*')).toSorted()).toEqual(below);
    expect(actionsOf(await stage.plan('--only', 'events/**')).toSorted()).toEqual(below);
    expect(actionsOf(await stage.plan('--only', 'events/friday/*'))).toEqual(['create events/friday/late/jam']);
    expect((await stage.sync('--only', 'events/*,places/*')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(2);
    expect(stage.contents('article')).toEqual([]);
    const { stdout } = await stage.gitcast('plan', '--help');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('events/* is everything in events/');
  });

  it('explains * if a pattern matches nothing', async () => {
    const stage = await openStage({ files: FILES });
    const stderr = await stage.refusal('plan', '--only', 'event/*');
    expect(stderr).toContain('no document matches event/*');
    expect(stderr).toContain(
      'events/* is everything below events/; there are documents in articles/, events/, places/',
    );
  });
});

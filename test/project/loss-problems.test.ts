import { describe, expect, it } from 'vitest';
import { lossProblems } from '../../src/project/site/loss-problems.ts';

const renamed = (from: string, to: string) =>
  lossProblems([{ path: from, own: from, page: from, cause: 'media', movedTo: { page: to } }], {
    configFile: 'gitcast.config.yaml',
    fileOf: (file) => file,
  }).map(({ suggestion }) => suggestion);

describe('a media file that was renamed', () => {
  it('is redirected to its new path', () => {
    expect(renamed('/media/bridge.jpg', '/media/pier.jpg')).toEqual([
      expect.stringContaining('add `/media/bridge.jpg: /media/pier.jpg`'),
    ]);
  });

  it('keeps its name or is gone if only its case differs: such a redirect is refused', () => {
    const [suggestion] = renamed('/media/Bridge.jpg', '/media/bridge.jpg');
    expect(suggestion).toContain('name the file /media/Bridge.jpg again');
    expect(suggestion).toContain('add `/media/Bridge.jpg: gone` to `site.redirects`');
    expect(suggestion).not.toContain('/media/bridge.jpg');
  });
});

it('a page with another slug is no move, so none is advised', () => {
  const document = { address: 'sessions/talk', file: 'content/sessions/talk.yaml' };
  const movedTo = { page: '/sessions/other/', document };
  const [problem] = lossProblems(
    [{ path: '/sessions/talk/', own: '/sessions/talk/', page: '/sessions/talk/', cause: 'removed', movedTo }],
    { configFile: 'gitcast.config.yaml', fileOf: (file) => file },
  );
  expect(problem?.suggestion).toBe('add `$aliases: [sessions/talk]` to content/sessions/talk.yaml');
});

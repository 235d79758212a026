import { describe, expect, it } from 'vitest';
import { commentText, type Noted } from '../../src/ci/review/comment-text.ts';

const MADE = {
  number: 7,
  commit: 'c'.repeat(40),
  isFromFork: false,
  page: 'https://host.example/runs/9',
  pictures: undefined,
  files: {},
};

const review: Noted = {
  number: 7,
  commit: MADE.commit,
  digest: 'digest',
  changes: 1,
  allowed: { deletes: 0, replace: false },
  allowed_labels: [],
  by: null,
  recorded_at: '2027-06-01T10:00:00Z',
  needs: { deletes: 0, replace: false },
  labels: [],
  approved: true,
};

describe('the comment of a pull request', () => {
  it('has room for the plan, however many broadcasts have none and however long the reasons are', () => {
    const notes = Array.from({ length: 500 }, (_, index) => `festivals/${index}: ${'unreadable '.repeat(500)}`);
    const text = commentText('THE PLAN', MADE, { ...review, notes });
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain('after the merge: `festivals/0: unreadable');
    expect(text).toMatch(/after the merge: 480 more broadcasts\n\nTHE PLAN$/);
  });
});

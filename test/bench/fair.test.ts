import { describe, expect, it } from 'vitest';
import { articleFrom } from '../../bench/fair/scenario.ts';

describe('a post of ssg-benchmark', () => {
  it('becomes a published article without tags, with the same text', () => {
    const text = '# A title\n\ndate: not in the head\n\n```python\ndraft: false\n```\n';
    const post = `---\ntitle: "A title"\ndate: 2025-03-02\ndraft: false\ntags: ["seo", "testing"]\n---\n\n${text}`;
    const head = '---\ntitle: "A title"\npublished_at: 2025-03-02\nstatus: published\n---';
    expect(articleFrom(post)).toBe(`${head}\n\n${text}`);
  });
});

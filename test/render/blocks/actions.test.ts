import { describe, expect, it } from 'vitest';
import { all, classesOf, one, textOf } from '../html-tree.ts';
import { pageOf } from './block-page.ts';

describe('the button block', () => {
  it('links to the site and to other sites, with an icon; the first is the primary one', async () => {
    const { blocks } = await pageOf([
      {
        type: 'button',
        values: [
          { label: 'Programme', icon: { family: 'lucide', type: 'ticket' }, navigator: { nativeContent: 'program' } },
          { label: 'Ailleurs', navigator: { url: 'https://other.example/' } },
        ],
      },
    ]);
    const [first, second] = all(blocks, 'a.button');
    expect(first!.attributes).toMatchObject({ href: '../../program/', class: 'button' });
    expect(all(first!, 'svg')).toHaveLength(1);
    expect(second!.attributes).toMatchObject({ href: 'https://other.example/', rel: 'noopener' });
    expect(classesOf(second!.attributes)).toContain('button-quiet');
    expect(all(blocks, '.button').map(textOf)).toEqual(['Programme', 'Ailleurs']);
  });

  it('is plain text, with a warning, if it links to a draft', async () => {
    const { blocks, diagnostics } = await pageOf(
      [{ type: 'button', values: [{ label: 'Bientôt', navigator: { broadcastPageId: 'pages/later' } }] }],
      { files: { 'pages/later.yaml': 'title: Later\nstatus: draft\n' } },
    );
    expect(all(blocks, 'a')).toEqual([]);
    expect(textOf(one(blocks, 'span.button'))).toBe('Bientôt');
    expect(diagnostics).toMatchObject([{ code: 'hidden-pointer', severity: 'warning' }]);
  });
});

describe('the question block', () => {
  const question = {
    type: 'question',
    values: [
      {
        question: 'Première fois ?',
        answers: [
          { label: 'Oui', text: 'Alors **bienvenue**.', navigator: { nativeContent: 'program' } },
          { label: 'Non' },
        ],
      },
    ],
  };

  it('opens its answers without JavaScript', async () => {
    const { blocks } = await pageOf([question]);
    expect(textOf(one(blocks, 'h2.question-title'))).toBe('Première fois ?');
    const answer = one(blocks, 'details');
    expect(textOf(one(answer, 'summary'))).toBe('Oui');
    expect(answer.attributes).not.toHaveProperty('open');
    expect(textOf(one(answer, 'strong'))).toBe('bienvenue');
    expect(one(answer, 'a').attributes['href']).toBe('../../program/');
  });

  it('has links that describe their destination to screen readers', async () => {
    const { blocks } = await pageOf([question]);
    expect(textOf(one(blocks, 'a'))).toContain(': Oui');
  });

  it('shows an answer without content as text', async () => {
    const { blocks } = await pageOf([question]);
    expect(textOf(one(blocks, 'p.answer'))).toBe('Non');
  });
});

describe('the socials block', () => {
  it('shows the official name and icon of each network', async () => {
    const networks = ['mastodon', 'youtube', 'TikTok', 'linkedin', 'x', 'harbourbook'];
    const { blocks } = await pageOf([
      { type: 'socials', values: networks.map((network) => ({ network, url: `https://${network}.example/@etale` })) },
    ]);
    expect(all(blocks, 'a').map(textOf)).toEqual(['Mastodon', 'YouTube', 'TikTok', 'LinkedIn', 'X', 'Harbourbook']);
    for (const link of all(blocks, 'a')) {
      expect(link.attributes['rel']).toBe('me noopener');
      expect(one(link, 'svg').attributes['aria-hidden']).toBe('true');
    }
    const drawings = new Set(all(blocks, 'use').map(({ attributes }) => attributes['href']));
    expect(drawings.size).toBe(networks.length);
  });
});

describe('the embed block', () => {
  const embed = { type: 'embed', values: [{ url: 'https://video.example/watch?v=1&t=2', title: 'Le film' }] };

  it('loads nothing from the other site before a click', async () => {
    const { blocks } = await pageOf([embed]);
    for (const name of ['iframe', 'img', 'script', 'object', 'video']) expect(all(blocks, name), name).toEqual([]);
    expect(one(blocks, '.embed').attributes).toMatchObject({
      'data-embed': 'https://video.example/watch?v=1&t=2',
      'data-title': 'Le film',
    });
    expect(classesOf(one(blocks, 'button').attributes)).toContain('needs-script');
  });

  it('names the other site, and links to it if JavaScript is disabled', async () => {
    const { blocks } = await pageOf([embed]);
    expect(textOf(one(blocks, '.embed-note'))).toContain('video.example');
    expect(one(blocks, 'a').attributes).toMatchObject({ href: 'https://video.example/watch?v=1&t=2', rel: 'noopener' });
  });

  it('is named after its host if it has no title', async () => {
    const { blocks } = await pageOf([{ type: 'embed', values: [{ url: 'https://video.example/1' }] }]);
    expect(textOf(one(blocks, '.embed-title'))).toBe('video.example');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typeset } from '../../src/site/text/typography.ts';
import { plainText } from '../../src/markdown/reading.ts';
import { excerpt } from '../../src/site/text/excerpt.ts';

const shown = (text: string): string => text.replaceAll('\u00a0', '~');

describe('a text is printed as its language prints it', () => {
  it.each([
    ['fr', "Aujourd'hui : l'eau !", 'Aujourd’hui~: l’eau~!'],
    ['fr', '« Oui » à 20 h 30, 10 000 € ; 5 %', '«~Oui~» à 20~h~30, 10~000~€~; 5~%'],
    ['en', "Don't miss the '90s, 5 km away: 6'2\" tall", 'Don’t miss the ’90s, 5~km away: 6\'2" tall'],
    ['de', 'z. B. um 20 Uhr, 5 €', 'z.~B. um 20~Uhr, 5~€'],
    ['it', "l'acqua dell'Arno", 'l’acqua dell’Arno'],
    ['nl', "'s avonds in 't Veld, foto's", '’s avonds in ’t Veld, foto’s'],
    ['pt-BR', "copo d'água", 'copo d’água'],
    ['he', "צ'ק", "צ'ק"],
  ])('in %s: %s', (locale, text, expected) => {
    expect(shown(typeset(text, locale))).toBe(expected);
  });

  it.each([
    ["`it's`\n\nit's", "`it's`\n\nit’s"],
    ["```sh\necho it's ? a : b\n```\nC'est ?", "```sh\necho it's ? a : b\n```\nC’est~?"],
    ["    it's\n\nit's", "    it's\n\nit’s"],
    ["[l'eau](l'eau.md 'a b')", "[l’eau](l'eau.md 'a b')"],
    ["https://a.example/l'eau l'eau", "https://a.example/l'eau l’eau"],
    ["<b title=\"l'eau\">l'eau</b> <code>l'eau</code>", '<b title="l\'eau">l’eau</b> <code>l\'eau</code>'],
    ["<p>l'eau <code>l'eau</code></p>", "<p>l’eau <code>l'eau</code></p>"],
    ["> l'eau `a`\n> l'air ?", '> l’eau `a`\n> l’air~?'],
    ["l\\'eau l'eau", "l\\'eau l’eau"],
    ["a[^1] `b`\n\n[^1]: l'eau", 'a[^1] `b`\n\n[^1]: l’eau'],
  ])('but never in code, links and tags: %j', (text, expected) => {
    expect(shown(typeset(text, 'fr'))).toBe(expected);
  });

  it('keeps the length and every other character, so that a text is found in its file', () => {
    const part = fc.constantFrom(
      "l'eau",
      ' ',
      ' ?',
      '`',
      '<b>',
      '</b>',
      '\n',
      '[a](b)',
      '« ',
      '    ',
      '12 €',
      '\\',
      '*',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom('fr', 'en', 'nl'), (parts, locale) => {
        const text = parts.join('');
        const printed = typeset(text, locale);
        expect(printed.length).toBe(text.length);
        expect(printed.replaceAll('\u00a0', ' ').replaceAll('’', "'")).toBe(text);
      }),
    );
  });
});

it('an excerpt is the first sentences of a text without headings and markup, cut at a word', () => {
  const text = `## Getting there\n\nTrains stop **five minutes** from [the gate](places/gate). ${'They are never late. '.repeat(20)}`;
  expect(excerpt(text, 60)).toBe('Trains stop five minutes from the gate. They are never…');
  expect(excerpt('Short.')).toBe('Short.');
});

it('an excerpt is the beginning of the text, and all of a short one', () => {
  const sentence = fc.constantFrom(
    'The tide turns.',
    'See **the quay**.',
    '[A link](events/a) and more.',
    '- one\n- two',
  );
  const paragraphs = fc.array(fc.array(sentence, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(paragraphs, fc.integer({ min: 20, max: 240 }), (all, length) => {
      const text = all.map((each) => each.join(' ')).join('\n\n');
      const whole = plainText(text);
      const short = excerpt(text, length);
      if (whole.length <= length) expect(short).toBe(whole);
      else {
        expect(short.length).toBeLessThanOrEqual(length);
        expect(short.endsWith('…')).toBe(true);
        expect(whole.startsWith(short.slice(0, -1))).toBe(true);
      }
    }),
  );
});

it('an excerpt has nothing of a long comment, which ends after the first paragraphs', () => {
  const hidden = 'Words that are not for readers. '.repeat(10);
  expect(excerpt(`<!-- Draft\n\n${hidden}\n\n${hidden}\n\n-->\n\nThe tide turns.`)).toBe('The tide turns.');
});

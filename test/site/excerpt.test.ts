import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from '../../src/markdown/reading.ts';
import { excerpt, LONGEST, shortText } from '../../src/site/text/excerpt.ts';
import { runs } from '../seed.ts';

it('an excerpt is the first sentences of a text without headings and markup, cut at a word', () => {
  const text = `## Getting there\n\nTrains stop **five minutes** from [the gate](places/gate). ${'They are never late. '.repeat(20)}`;
  expect(excerpt(text, 60)).toBe('Trains stop five minutes from the gate. They are never…');
  expect(excerpt('Short.')).toBe('Short.');
});

it('an excerpt is the same whether the first paragraphs or the whole text is read', () => {
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

it('the start of a document is the same whether a long or a short one is asked for first', () => {
  const sentence = 'The tide turns at the quay, and nobody is late. ';
  const block = fc.constantFrom(
    sentence.repeat(5),
    `${sentence}\n${sentence}`,
    '- one\n- two `three`',
    '> A *quote*\nthat goes on',
    '# A heading of the harbour',
    'Under\n---',
    '| a | b |\n| - | - |\n| c | d |',
    '```js\ncode',
    '~~~',
    '    indented code',
    '<div>',
    '</div>',
    '<!-- hidden',
    '-->',
    'A [link][a] and a note[^1]',
    '[a]: https://example.org',
    '[^1]: The note',
    '**open',
    '1. first\n\n   second',
    '![a picture](media/a.jpg)',
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 14 }), (blocks) => {
      const text = blocks.join('\n\n');
      const document = {};
      expect(shortText(document, text, LONGEST)).toBe(excerpt(text, LONGEST));
      expect(shortText(document, text)).toBe(excerpt(text));
    }),
    { numRuns: runs({ test: 2000, proof: 50_000 }) },
  );
});

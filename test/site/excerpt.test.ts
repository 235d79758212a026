import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from '../../src/markdown/reading.ts';
import { excerpt } from '../../src/site/text/excerpt.ts';

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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalText } from '../../src/values/normal-text.ts';

describe('the normal form of a text', () => {
  it.each([
    ['&amp;', '&'],
    ['&quot;Hello&quot;', '"Hello"'],
    ['&apos;', "'"],
    ['&ndash;&hellip;&euro;', '–…€'],
    ['&iexcl;', '¡'],
    ['&Agrave;', 'À'],
    ['&times;', '×'],
    ['&yuml;', 'ÿ'],
  ])('decodes the named entity in %j', (text, normal) => {
    expect(normalText(text)).toBe(normal);
  });

  it.each([
    ['decimal', '&#65;&#233;', 'Aé'],
    ['hexadecimal', '&#x41;&#XE9;', 'Aé'],
    ['the last before the surrogates', '&#xD7FF;', '\u{d7ff}'],
    ['the first after the surrogates', '&#xE000;', '\u{e000}'],
    ['the last code point', '&#x10FFFF;', '\u{10ffff}'],
  ])('decodes a numeric entity: %s', (_, text, normal) => {
    expect(normalText(text)).toBe(normal);
  });

  it.each(['&#xD800;', '&#xDFFF;', '&#56320;', '&#x110000;', '&#9999999;', '&nosuch;', '&;', '& amp;'])(
    'leaves %s, which is not a character',
    (text) => {
      expect(normalText(text)).toBe(text);
    },
  );

  it('decodes a text that was escaped up to three times, and stops there', () => {
    expect(normalText('R &amp; B')).toBe('R & B');
    expect(normalText('R &amp;amp;amp; B')).toBe('R & B');
    expect(normalText('R &amp;amp;amp;amp; B')).toBe('R &amp; B');
  });

  it('composes letters, including those that only decoding brings together', () => {
    expect(normalText('e\u0301te\u0301')).toBe('\u00e9t\u00e9');
    expect(normalText('e&#769;')).toBe('\u00e9');
  });

  it('has one space for any white space, and none at the ends', () => {
    expect(normalText('\n one&nbsp;\t two\r\n\r\nthree ')).toBe('one two three');
  });

  it('is the same for a text that is returned as it is and as a part of one that is not', () => {
    const words = fc.string({ unit: fc.constantFrom(..."aB9 !%'~\t\u00a0é") });
    fc.assert(
      fc.property(words, (text) => {
        expect(normalText(`${text} &amp;`)).toBe(`${normalText(text)} &`.trim());
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Locale } from '../../../src/kinds/shapes/primitives.ts';
import {
  documentPage,
  languageOf,
  noteLines,
  withLinkUrls,
  type FieldNote,
} from '../../../src/plan/fields/wire-links.ts';
import { World, type Files } from '../world.ts';

const FILES: Files = {
  'articles/news.md': '---\ntitle: News\nstatus: published\n---\nText.\n',
  'articles/plan.md': '---\ntitle: Plan\nstatus: draft\n---\nText.\n',
  'places/quay.yaml': 'name: Quay\n',
  'categories/music.yaml': 'title: Music\n',
  'pages/info.yaml': 'title: Info\n',
  'pages/english.yaml': 'title: In English\ndefaultLocale: en\n',
  'pages/private.yaml': 'title: Private\nisPrivate: true\n',
  'pages/shop.yaml': 'title: Shop\nstatus: published\nurl: https://shop.example/\n',
  'pages/programme.yaml': 'title: Programme\nstatus: published\nnativeContent: program\n',
};

interface Given {
  readonly from?: string;
  readonly locale?: Locale;
  readonly hasSite?: boolean;
}

function sent(text: string, { from = 'pages/info', locale, hasSite = true }: Given = {}) {
  const nowhere = { mediaUrl: () => undefined, pageUrl: () => undefined };
  const input = new World().input(FILES, { input: hasSite ? {} : nowhere });
  const notes: FieldNote[] = [];
  const entity = input.broadcast.entities.get(from)!;
  return { text: withLinkUrls(text, { entity, locale, input, notes }), notes };
}

describe('a link in a text', () => {
  it.each([
    ['to a document', '[q](places/quay#top)', '[q](https://site.example/places/quay/#top)'],
    ['to a file next to it', '[q](../places/quay.yaml)', '[q](https://site.example/places/quay/)'],
    ['to a page of the site', '[p](/program?day=2)', '[p](https://site.example/program/?day=2)'],
    ['to a media file', '[m](media/map.pdf#page=2)', '[m](https://site.example/media/map.pdf#page=2)'],
    ['to a page that is a link itself', '[s](pages/shop)', '[s](https://shop.example/)'],
    ['to a page that is a screen', '[s](pages/programme)', '[s](https://site.example/program/)'],
    ['that is a picture', '![m](media/bridge.jpg)', '![m](https://site.example/media/bridge.jpg)'],
    ['in HTML', '<a href="places/quay">q</a>', '<a href="https://site.example/places/quay/">q</a>'],
  ])('is sent as a URL of the site: %s', (_, text, expected) => {
    expect(sent(text)).toEqual({ text: expected, notes: [] });
  });

  it.each([
    ['to another site', '[o](https://other.example/)'],
    ['to a heading', '[h](#top)'],
    ['to a missing document', '[n](places/none)'],
    ['to a document without a page', '[c](categories/music)'],
    ['that is a picture of a document', '![q](places/quay)'],
    ['that is a picture of a page', '![p](/program/)'],
  ])('is sent as written: %s', (_, text) => {
    expect(sent(text)).toEqual({ text, notes: [] });
  });

  it.each([
    ['articles/plan', 'a draft'],
    ['pages/private', 'private'],
  ])('to %s is sent as written with a note, because visitors never see the document', (address, why) => {
    const text = `[x](${address})`;
    const note = `pages/info: the link to ${address} is sent as written, because that is ${why} and has no page`;
    expect(sent(text)).toEqual({ text, notes: [note] });
  });

  it.each(['[q](places/quay)', '[p](/program/)', '![m](media/bridge.jpg)'])(
    'is sent as written with a note while the site has no address: %s',
    (text) => {
      expect(sent(text, { hasSite: false })).toEqual({
        text,
        notes: [{ needsSite: 'text', address: 'pages/info' }],
      });
    },
  );
});

describe('a link in a text in another language', () => {
  it.each([
    ['[q](places/quay)', '[q](https://site.example/en/places/quay/)'],
    ['[p](/program/)', '[p](https://site.example/en/program/)'],
    ['[p](/es/program/)', '[p](https://site.example/es/program/)'],
    ['![m](media/bridge.jpg)', '![m](https://site.example/media/bridge.jpg)'],
  ])('leads to the pages in that language: %s', (text, expected) => {
    expect(sent(text, { locale: 'en' }).text).toBe(expected);
    expect(sent(text, { from: 'pages/english' }).text).toBe(expected);
  });

  it('leads to the first language if the document names none', () => {
    expect(sent('[q](places/quay)', { locale: 'fr' }).text).toBe('[q](https://site.example/places/quay/)');
  });
});

describe('the page of a document', () => {
  it('is its page on the site, unless it is a link itself', () => {
    const input = new World().input(FILES);
    const page = (address: string, locale: Locale) =>
      documentPage(input.broadcast.entities.get(address)!, locale, input);
    expect(page('places/quay', 'fr')).toBe('https://site.example/places/quay/');
    expect(page('places/quay', 'es')).toBe('https://site.example/es/places/quay/');
    expect(page('pages/shop', 'es')).toBe('https://shop.example/');
  });
});

describe('the language of a text', () => {
  const language = (files: Files, address: string, locale?: Locale) => {
    const input = new World().input(files);
    return languageOf(input.broadcast.entities.get(address)!, locale, input);
  };

  it("is its own, otherwise the document's, otherwise the first of the site", () => {
    expect(language(FILES, 'pages/english')).toBe('en');
    expect(language(FILES, 'pages/english', 'es')).toBe('es');
    expect(language(FILES, 'pages/info')).toBe('fr');
  });

  it('in the broadcast is that of the home screen', () => {
    const home = { 'broadcast.yaml': 'name: Test\nhome:\n  defaultLocale: es\n' };
    expect(language(home, 'broadcast')).toBe('es');
    expect(language({}, 'broadcast')).toBe('fr');
  });

  it('is the first of the site if the site does not have the language', () => {
    const input = new World().input(FILES);
    const settings = { ...input.broadcast.settings, locales: ['fr', 'es'] as const };
    const broadcast = { ...input.broadcast, settings };
    expect(languageOf(broadcast.entities.get('pages/english')!, undefined, { ...input, broadcast })).toBe('fr');
  });
});

const media = (address: string) => ({ needsSite: 'media' as const, address });
const text = (address: string) => ({ needsSite: 'text' as const, address });

describe('notes about fields', () => {
  it('are one line with a count for all documents that need an address of the site', () => {
    const both = [media('events/a'), media('events/a'), text('pages/a'), media('hosts/a'), text('pages/b')];
    expect(noteLines([...both, 'events/a: other', 'events/a: other'])).toEqual([
      'media files are left out of 2 documents and links and pictures in texts of 2 documents are sent as written, because the site has no address; set site.url in gitcast.config.yaml',
      'events/a: other',
    ]);
    expect(noteLines([media('events/a')])).toEqual([
      'media files are left out of 1 document, because the site has no address; set site.url in gitcast.config.yaml',
    ]);
    expect(noteLines([])).toEqual([]);
  });
});

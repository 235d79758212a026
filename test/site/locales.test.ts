import { describe, expect, it } from 'vitest';
import { siteOf, viewAt } from './harbour-site.ts';

const site = siteOf(
  {
    'broadcast.yaml':
      'name: Étale\nmenu: { sections: [{ title: Venir, tiles: [{ title: Le fleuve, navigator: { broadcastPageId: pages/river } }, { title: Radio, navigator: { url: "https://radio.example/" } }, { title: Plan, navigator: { nativeContent: maps } }] }] }\n',
    'pages/river.yaml': 'title: Le fleuve\nstatus: published\nlocaleDetails: { en: { title: The river } }\n',
    'events/a.yaml':
      'title: Bruine\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T21:00:00+02:00\ndescription: Deux basses\n$locales: { en: { description: Two basses } }\n',
    'diffusers/web.yaml':
      'type: web\nseo: { title: Étale, metaDescription: Un festival, indexing: true }\nlocaleDetails: { en: { seo: { title: Slack water } } }\n',
  },
  { url: 'https://harbour.example/2027' },
);

describe('texts', () => {
  it('are translated if there is a translation', () => {
    expect(viewAt(site, '/pages/river/').title).toEqual({ text: 'The river' });
    expect(viewAt(site, '/events/a/').body).toMatchObject({ description: { text: 'Two basses' } });
  });

  it('are the original, marked with its language, if there is none', () => {
    expect(viewAt(site, '/pages/river/', 'es').title).toEqual({ text: 'Le fleuve', lang: 'fr' });
    expect(viewAt(site, '/events/a/').title).toEqual({ text: 'Bruine', lang: 'fr' });
  });

  it("of a tile fall back to its destination's title, then to its own title", () => {
    const [section] = viewAt(site, '/').frame.menu;
    expect(section?.tiles.map(({ title }) => title)).toEqual([
      { text: 'The river' },
      { text: 'Radio', lang: 'fr' },
      { text: 'Maps' },
    ]);
  });
});

describe('the words of $words', () => {
  const translated = siteOf({
    'broadcast.yaml': `name: Étale
menu: { sections: [{ title: Venir, tiles: [{ title: Le fleuve, navigator: { broadcastPageId: pages/river } }, { title: Carte, navigator: { nativeContent: networkingForms } }] }] }
$words: { en: { Venir: Getting here, Le fleuve: River, Carte: Riverside card } }
`,
    'pages/river.yaml': 'title: Le fleuve\nstatus: published\nlocaleDetails: { en: { title: The river } }\n',
  });
  const menuIn = (locale: string) => {
    const [section] = viewAt(translated, '/', locale).frame.menu;
    return [section?.title, ...(section?.tiles ?? []).map(({ title }) => title)];
  };

  it("translate sections and tiles, and take precedence over their destination's title", () => {
    expect(menuIn('en')).toEqual([{ text: 'Getting here' }, { text: 'River' }, { text: 'Riverside card' }]);
  });

  it('do not affect other languages', () => {
    expect(menuIn('fr')).toEqual([{ text: 'Venir' }, { text: 'Le fleuve' }, { text: 'Carte' }]);
    expect(menuIn('es')[0]).toEqual({ text: 'Venir', lang: 'fr' });
  });

  it('name the screen that a tile opens', () => {
    expect(viewAt(translated, '/networking-forms/').title).toEqual({ text: 'Riverside card' });
  });
});

describe('the language switch', () => {
  it('stays on the page', () => {
    expect(viewAt(site, '/pages/river/').frame.languages.map(({ locale, href }) => [locale, href])).toEqual([
      ['fr', '../../../pages/river/'],
      ['en', './'],
      ['es', '../../../es/pages/river/'],
    ]);
  });
});

describe('the metadata for search engines', () => {
  it('names every language and the default, and is the same on every page', () => {
    const alternates = [
      { hreflang: 'fr', href: 'https://harbour.example/2027/program/' },
      { hreflang: 'en', href: 'https://harbour.example/2027/en/program/' },
      { hreflang: 'es', href: 'https://harbour.example/2027/es/program/' },
      { hreflang: 'x-default', href: 'https://harbour.example/2027/program/' },
    ];
    for (const locale of site.locales) expect(viewAt(site, '/program/', locale).seo.alternates).toEqual(alternates);
  });

  it('comes from the web diffuser, partly translated', () => {
    expect(viewAt(site, '/').seo).toMatchObject({
      title: 'Slack water',
      description: 'Un festival',
      indexing: true,
    });
  });

  it('of a private broadcast forbids indexing', () => {
    const hidden = siteOf({ 'broadcast.yaml': 'name: Étale\nisPrivate: true\n' }, { url: 'https://harbour.example' });
    expect(viewAt(hidden, '/', 'fr').seo).toMatchObject({ indexing: false, alternates: [] });
  });
});

it("times are in the site's time zone, which is named", () => {
  expect(viewAt(site, '/events/a/').body).toMatchObject({
    slot: {
      time: {
        from: '20:30',
        to: '21:00',
        day: 'Friday 18 June',
        zone: 'Central European Summer Time',
        start: '2027-06-18T20:30:00+02:00',
      },
    },
  });
});

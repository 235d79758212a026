import { beforeAll, describe, expect, it } from 'vitest';
import { WORDS } from '../../src/generated/strings.ts';
import { readOwnStrings } from '../../src/render/own-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import { isPlural, isSaid, LANGUAGES, siteStrings, stringsFor } from '../../src/site/strings.ts';
import { COMMON, directionOf, isLanguage, languageName } from '../../src/values/language.ts';
import { check } from '../model/harbour.ts';
import { buildFiles, type Built } from './build-harness.ts';

interface Tables {
  readonly [key: string]: string | Tables;
}

describe('the languages of the site', () => {
  // The compiler knows that each has all words.
  it.each(Object.entries(WORDS))('%s has only places that something fills in', (_, written) => {
    const marks = (words: unknown): readonly string[] => JSON.stringify(words).match(/\{\w+\}/g) ?? [];
    const unfilled = (own: Tables, words: Tables): readonly string[] =>
      Object.entries(own).flatMap(([key, each]) =>
        typeof each === 'string' || isSaid(each) || isPlural(each)
          ? marks(words[key]).filter((mark) => !marks(each).includes(mark))
          : unfilled(each, words[key] as Tables),
      );
    expect(unfilled(WORDS.en, written)).toEqual([]);
  });

  it('choose plural forms and fill in values', () => {
    const { countdown, articles, search } = stringsFor('de');
    expect([countdown.left(1, 'day'), countdown.left(2, 'hour')]).toEqual(['1 Tag', '2 Stunden']);
    expect([articles.page('1', '3'), search.results('1'), search.results('7')]).toEqual([
      'Seite 1 von 3',
      '1 Ergebnis',
      '7 Ergebnisse',
    ]);
  });

  it('may have a region', () => {
    expect(stringsFor('pt-BR').screens.home).toBe('Início');
  });

  it('are recognised by their tags', () => {
    expect(['fr', 'pt-BR', 'zh-Hant', 'ar', 'gsw'].filter(isLanguage)).toHaveLength(5);
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    expect(COMMON.filter((tag) => names.of(tag) === undefined)).toEqual([]);
    expect(['EN', 'old', 'v2', 'german', 'pt-br', '..', '__proto__'].filter(isLanguage)).toEqual([]);
    expect(['de', 'ar', 'pt-BR'].map(languageName)).toEqual(['Deutsch', 'العربية', 'Português (Brasil)']);
    expect(['ar', 'he', 'fa', 'ur', 'yi', 'fr', 'ja'].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});

describe('a site in languages that the service does not have', () => {
  const FILES = {
    'broadcast.yaml': `name: Étale
shortDescription: Trois jours
home: { blocks: [{ type: paragraph, values: [{ text: Bonjour }] }] }
$locales: { de: { shortDescription: Drei Tage, home: { blocks: [{ type: paragraph, values: [{ text: Guten Tag }] }] } } }
`,
    'pages/river.yaml': `title: Le fleuve
status: published
blocks: [{ type: paragraph, values: [{ text: L’eau }] }]
localeDetails: { en: { title: The river } }
$locales: { de: { title: Der Fluss, blocks: [{ type: paragraph, values: [{ text: "Das Wasser ![x](media/wave.svg)" }] }] } }
`,
    'places/quay.yaml': 'name: Le quai\n$locales: { ar: { name: الرصيف } }\n',
    'articles/a.md': '---\ntitle: Les trains\nstatus: published\npublished_at: 2026-11-01T10:00:00Z\n---\nTexte',
    'articles/a.de.md': '---\ntitle: Die Züge\n---\nDeutscher Text',
    'media/wave.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  };
  const own = memoryFolder({ 'locales/ar.yaml': 'screens: { program: البرنامج }\nback: رجوع\n' }, 'templates');
  let built: Built;
  beforeAll(async () => {
    built = await buildFiles(FILES, { locales: ['fr', 'en', 'de', 'ar'], templates: [own] });
  });
  const page = (path: string): string => built.output.get(path)!;

  it('shows the texts of $locales and of translated files, and its own words', () => {
    expect(built.problems).toEqual([]);
    expect(page('de/index.html')).toContain('<html lang="de">');
    expect(page('de/index.html')).toContain('<p>Guten Tag</p>');
    expect(page('de/index.html')).not.toContain('Bonjour');
    expect(page('de/pages/river/index.html')).toMatch(/<h1>Der Fluss<\/h1>[^]*Das Wasser <img [^>]*src="[^"]*wave/);
    expect(page('de/articles/a/index.html')).toContain('<p>Deutscher Text</p>');
    expect(page('de/articles/index.html')).toContain('>Artikel<');
    expect(page('fr/index.html') ?? page('index.html')).toContain('hreflang="de">Deutsch</a>');
  });

  it('is written from right to left where the language is, and marks texts that are not', () => {
    expect(page('ar/index.html')).toContain('<html lang="ar" dir="rtl">');
    expect(page('ar/places/quay/index.html')).toContain('<h1>الرصيف</h1>');
    expect(page('ar/pages/river/index.html')).toContain('<h1 lang="fr" dir="ltr">Le fleuve</h1>');
    expect(page('en/index.html')).toContain('<a href="../ar/" lang="ar" dir="rtl" hreflang="ar">العربية</a>');
    expect(page('ar/program/index.html')).toContain('البرنامج');
  });

  it('reports a language without words, and names that no page has', async () => {
    const without = await buildFiles({}, { locales: ['en', 'ja'] });
    expect(without.result.diagnostics.map(({ code, at }) => [code, at.file])).toEqual([
      ['words-missing', 'templates/locales/ja.yaml'],
    ]);
    const wrong = memoryFolder({ 'locales/de.yaml': 'back: [a]\nscreens:\n  programm: Plan\n' }, 'templates');
    const { result } = await buildFiles({}, { locales: ['de'], templates: [wrong] });
    expect(result.published).toBe(true);
    expect(result.diagnostics.map(({ message, suggestion, at }) => [at.line, message, suggestion])).toEqual([
      [3, 'no page has words named `screens.programm`', 'did you mean `program`?'],
    ]);
  });

  it('refuses what would not be sent, and what would be lost', async () => {
    const { problems } = await buildFiles({
      'pages/a.yaml': 'title: A\nlocaleDetails: { de: { title: B } }\n$locales: { en: { title: C } }\n',
    });
    expect(problems.map(({ code, suggestion }) => [code, suggestion])).toEqual([
      ['unknown-locale', 'move it to `$locales`, which only the site uses'],
      ['unknown-locale', 'move it to `localeDetails`, which is sent'],
    ]);
  });

  it('has no text in such a language in the fields that a sync sends', () => {
    const { entities } = check(FILES).broadcast;
    const sent = JSON.stringify([...entities.values()].map(({ fields }) => fields));
    expect(sent).toContain('The river');
    expect(sent).not.toMatch(/Fluss|Guten Tag|Drei Tage|Deutscher|الرصيف/);
  });

  it('can replace some of the words of gitcast', async () => {
    const words = memoryFolder({ 'locales/en.yaml': 'screens: { program: Line-up }\n' }, 'templates');
    const { output, result } = await buildFiles({}, { locales: ['en'], templates: [words] });
    expect(output.get('program/index.html')).toContain('Line-up');
    expect(result.diagnostics).toEqual([]);
    expect(LANGUAGES).toContain('en');
  });
});

describe('an own file with words', () => {
  const readAs = (locale: string, text: string) =>
    readOwnStrings(createTemplates({ folders: [memoryFolder({ [`locales/${locale}.yaml`]: text })] }), [locale]);
  const wrongIn = (text: string) =>
    readAs('en', text).diagnostics.map(({ code, at, message, suggestion }) => [
      code,
      `${at.file}:${at.line}`,
      message,
      suggestion,
    ]);

  it('is refused if it is not YAML', () => {
    expect(wrongIn('back: "\n')).toEqual([
      ['yaml-syntax', 'templates/locales/en.yaml:2', expect.stringContaining('this file is not YAML: '), undefined],
    ]);
  });

  it.each(['', 'a', '- a\n', 'back: [a]\n', 'screens: 5\n', 'articles: { page: 5 }\n', 'favourites: { count: [a] }\n'])(
    'has no effect where it has other values than words: %j',
    (text) => {
      const { strings, diagnostics } = readAs('de', text);
      expect(diagnostics).toEqual([]);
      expect(JSON.stringify(siteStrings(strings)('de'))).toBe(JSON.stringify(stringsFor('de')));
      expect(siteStrings(strings)('de').articles.page('1', '3')).toBe('Seite 1 von 3');
    },
  );

  it('may have the plural forms of its language in the plan, and needs no others', async () => {
    const arabic = 'favourites: { count: { two: عنصران, few: "{n} عناصر", other: "{n} عنصر" } }\n';
    const { strings, diagnostics } = readAs('ar', arabic);
    expect(diagnostics).toEqual([]);
    expect(siteStrings(strings)('ar').favourites.count).toEqual({
      two: 'عنصران',
      few: '{n} عناصر',
      other: '{n} عنصر',
    });
    expect(wrongIn('favourites: { counts: { other: "{n}" } }\n')).toEqual([
      [
        'unknown-words',
        'templates/locales/en.yaml:1',
        'no page has words named `favourites.counts`',
        'did you mean `count`?',
      ],
    ]);
    const { output } = await buildFiles(
      {},
      {
        locales: ['ar'],
        templates: [
          memoryFolder({ 'locales/ar.yaml': `${arabic.trimEnd().slice(0, -1)}, calendarName: "خطتي, 2027" }` }),
        ],
      },
    );
    expect(output.get('favorites/index.html')).toMatch(
      /data-calendar-file="خطتي-2027"[^]*data-count-two="عنصران" data-count-few="{n} عناصر" data-count-other="{n} عنصر" data-clashes-one=/,
    );
  });
});

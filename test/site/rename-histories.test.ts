/**
 * Documents are renamed, swapped, deleted and created again, and languages come and go, while `mv` notes each former address
 * in `$aliases` and a dropped folder of a language is noted in the configuration.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { wholeFile } from '../../src/diagnostics/diagnostic.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { localePath } from '../../src/model/site-paths.ts';
import { pageFile } from '../../src/site/links/urls.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { redirectsOf } from '../../src/site/redirects.ts';
import { openSite } from '../../src/site/site.ts';

const NAMES = ['a', 'b', 'c', 'd', 'nested/a'];
const LANGUAGES = [['en'], ['en', 'fr'], ['fr', 'en'], ['fr', 'de', 'en']];

interface Document {
  readonly id: number;
  readonly aliases: readonly string[];
}

/** A site over time. */
class Festival {
  readonly documents = new Map<string, Document>();
  readonly table: Record<string, string> = {};
  locales: readonly string[] = LANGUAGES[0]!;
  /** Every path that a page has had, with the document that had it last. */
  readonly former = new Map<string, number>();
  #ids = 0;

  create(name: string): void {
    if (!this.documents.has(name)) this.documents.set(name, { id: this.#ids++, aliases: [] });
    this.#publish();
  }

  remove(name: string): void {
    this.documents.delete(name);
    this.#publish();
  }

  rename(from: string, to: string): void {
    const document = this.documents.get(from);
    if (!document || this.documents.has(to)) return;
    this.documents.delete(from);
    this.documents.set(to, moved(document, from));
    this.#publish();
  }

  swap(one: string, other: string): void {
    const [first, second] = [this.documents.get(one), this.documents.get(other)];
    if (!first || !second || one === other) return;
    this.documents.set(one, moved(second, other));
    this.documents.set(other, moved(first, one));
    this.#publish();
  }

  speak(locales: readonly string[]): void {
    const before = this.locales.slice(1);
    this.locales = locales;
    // A language that is at the root now, or gone, was in a folder.
    for (const each of before) if (!locales.slice(1).includes(each)) this.table[`/${each}/*`] = '/*';
    for (const each of locales.slice(1)) delete this.table[`/${each}/*`];
    this.#publish();
  }

  #publish(): void {
    for (const [name, { id }] of this.documents) for (const path of this.pathsOf(name)) this.former.set(path, id);
  }

  pathsOf(name: string): readonly string[] {
    return this.locales.map((locale) => localePath(`/pages/${name}/`, locale, this.locales));
  }

  open() {
    const texts = [...this.documents].map(([name, { aliases }]) => [
      `pages/${name}.yaml`,
      `title: ${name}\nstatus: published\n$aliases: ${JSON.stringify(aliases)}\n`,
    ]);
    const files = memoryFiles({ 'broadcast.yaml': 'name: Harbour\n', ...Object.fromEntries(texts) });
    const settings = { timezone: 'UTC', locales: this.locales };
    const { broadcast } = checkContent(readContent(files, { prefix: '' }), settings, { errorsOnly: true });
    const site = openSite({ broadcast, now: 0 });
    const live = pagesOf(site).pages.flatMap(({ page }) =>
      this.locales.map((locale) => pageFile(localePath(page, locale, this.locales))),
    );
    const sources = { table: this.table, files: live, spanOf: wholeFile };
    return { live: new Set(live), ...redirectsOf(site, sources) };
  }
}

const moved = ({ id, aliases }: Document, from: string): Document => ({
  id,
  aliases: [...aliases.filter((each) => each !== `pages/${from}`), `pages/${from}`],
});

const name = fc.constantFrom(...NAMES);
const step = fc.oneof(
  name.map((each) => (festival: Festival) => festival.create(each)),
  fc.tuple(name, name).map(
    ([from, to]) =>
      (festival: Festival) =>
        festival.rename(from, to),
  ),
  fc.tuple(name, name).map(
    ([one, other]) =>
      (festival: Festival) =>
        festival.swap(one, other),
  ),
  name.map((each) => (festival: Festival) => festival.remove(each)),
  fc.constantFrom(...LANGUAGES).map((locales) => (festival: Festival) => festival.speak(locales)),
);

it('leads every former address to the document that had it, unless that was deleted or another one has it now', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), (steps) => {
      const festival = new Festival();
      for (const each of NAMES.slice(0, 3)) festival.create(each);
      for (const each of steps) each(festival);
      const { live, redirects } = festival.open();
      const leads = new Map(redirects.map(({ from, to }) => [from, to]));
      const isLive = (path: string): boolean => live.has(`${path.slice(1)}index.html`);
      const present = new Map([...festival.documents].map(([each, { id }]) => [id, each]));
      for (const [path, id] of festival.former) {
        const owner = present.get(id);
        if (owner === undefined || isLive(path)) continue;
        const former = /pages\/(.*)\/$/.exec(path)![1]!;
        const heirs = [...festival.documents].filter(([, { aliases }]) => aliases.includes(`pages/${former}`));
        const ends = festival.documents.has(former)
          ? [former]
          : heirs.length > 1
            ? heirs.map(([each]) => each)
            : [owner];
        expect([path, ends.flatMap((each) => festival.pathsOf(each))]).toEqual([
          path,
          expect.arrayContaining([leads.get(path)]),
        ]);
      }
      for (const { from, to } of redirects) {
        expect([from, isLive(from)]).toEqual([from, false]);
        expect([to, isLive(to) || live.has(to.slice(1))]).toEqual([to, true]);
      }
    }),
    { numRuns: 1000 },
  );
});

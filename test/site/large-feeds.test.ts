import { expect, it } from 'vitest';
import { answerDigest } from '../../src/site/answer-digest.ts';
import { feedsOf, type SiteFile } from '../../src/site/feeds.ts';
import { observedSite } from '../../src/site/observed-site.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { answerOf, questionKey, type SiteQuestion } from '../../src/site/question.ts';
import { openSite, type Site } from '../../src/site/site.ts';
import { check } from '../model/harbour.ts';

const TOOLS = { thumbnail: () => undefined, html: () => undefined };

/** So many documents that the index of the search is in parts. */
const siteOf = (places: readonly number[]): Site => {
  const files = places.map((number) => [`places/place-${number}.yaml`, `name: Place ${number}\n`]);
  const { broadcast } = check(Object.fromEntries(files));
  return openSite({ broadcast, now: 0, url: 'https://harbour.example' });
};

const feedsIn = (site: Site): ReadonlyMap<string, SiteFile> =>
  new Map(feedsOf(site, pagesOf(site).pages).map((file) => [file.path, file]));

/** What a file was passed, what it asked, and its text. */
function composed({ about, compose }: SiteFile, site: Site) {
  const asked = new Map<string, SiteQuestion>();
  const text = compose(
    observedSite(site, (question) => asked.set(questionKey(question), question)),
    TOOLS,
  );
  return { about: answerDigest(about), asked: [...asked.values()], text };
}

it('every file of a large site has asked for whatever its text depends on', () => {
  const numbers = Array.from({ length: 1001 }, (_, index) => 5000 + index);
  const [before, after] = [siteOf(numbers), siteOf(numbers.concat(9000))];
  const later = feedsIn(after);
  const differing: string[] = [];
  for (const [path, file] of feedsIn(before)) {
    if (path.startsWith('/en/') || path.startsWith('/es/')) continue;
    const [one, other] = [composed(file, before), composed(later.get(path)!, after)];
    const isSame =
      one.about === other.about &&
      one.asked.every(
        (question) =>
          question.type === 'strings' ||
          answerDigest(answerOf(question, before)) === answerDigest(answerOf(question, after)),
      );
    if (isSame) expect(other.text, path).toBe(one.text);
    else differing.push(path);
  }
  // The parts of the index that list other places did not depend on the new one.
  expect(differing).toContain('/search.json');
  expect(differing.filter((path) => path.startsWith('/search/entries-'))).toHaveLength(1);
});

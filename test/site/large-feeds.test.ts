import { expect, it } from 'vitest';
import { answerDigest } from '../../src/site/answer-digest.ts';
import { feedsOf, type SiteFile } from '../../src/site/feeds.ts';
import { observedSite } from '../../src/site/question.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { answerOf, type SiteQuestion } from '../../src/site/question.ts';
import { openSite, type Site } from '../../src/site/site.ts';
import { check } from '../model/harbour.ts';

const TOOLS = { thumbnail: () => undefined, html: () => undefined };

/** So many documents that the index of the search is in parts. */
const siteOf = (places: readonly number[], host = 'Ada'): Site => {
  const files = places.map((number) => [`places/place-${number}.yaml`, `name: Place ${number}\n`] as const);
  const { broadcast } = check({
    ...Object.fromEntries(files),
    'hosts/ada.yaml': `title: ${host}\nstatus: published\n`,
    'sessions/talk.yaml':
      'title: Talk\nstatus: published\nhostIds: [hosts/ada]\ntime: { start: 2027-06-19T10:00:00+02:00, end: 2027-06-19T11:00:00+02:00 }\n',
  });
  return openSite({ broadcast, now: 0, url: 'https://harbour.example' });
};

const feedsIn = (site: Site): ReadonlyMap<string, SiteFile> =>
  new Map(feedsOf(site, pagesOf(site).pages).map((file) => [file.path, file]));

/** What a file was passed, what it asked, and its text. */
function composed({ about, compose }: SiteFile, site: Site) {
  const asked = new Set<SiteQuestion>();
  const text = compose(
    observedSite(site, (question) => asked.add(question)),
    TOOLS,
  );
  return { about: answerDigest(about), asked: [...asked], text };
}

const NUMBERS = Array.from({ length: 1001 }, (_, index) => 5000 + index);

/** The files that would be made again, after checking that all others have the same text. */
function madeAgain(before: Site, after: Site): readonly string[] {
  const later = feedsIn(after);
  const differing: string[] = [];
  for (const [path, file] of feedsIn(before)) {
    if (path.startsWith('/en/') || path.startsWith('/es/')) continue;
    const [one, other] = [composed(file, before), composed(later.get(path)!, after)];
    const isSame =
      one.about === other.about &&
      one.asked.every(
        (question) =>
          question[0] === 'strings' ||
          answerDigest(answerOf(question, before)) === answerDigest(answerOf(question, after)),
      );
    if (isSame) expect(other.text, path).toBe(one.text);
    else differing.push(path);
  }
  return differing;
}

it('every file of a large site has asked for whatever its text depends on', () => {
  const differing = madeAgain(siteOf(NUMBERS), siteOf(NUMBERS.concat(9000)));
  // The parts of the index that list other places did not depend on the new one.
  expect(differing).toContain('/search.json');
  expect(differing.filter((path) => path.startsWith('/search/entries-'))).toHaveLength(1);
});

it('the words of a large site depend on the names in its documents, and are remembered with few questions', () => {
  const before = siteOf(NUMBERS);
  expect(madeAgain(before, siteOf(NUMBERS, 'Grace'))).toContain('/search/words-0.json');
  expect(composed(feedsIn(before).get('/search/words-0.json')!, before).asked.length).toBeLessThan(30);
});

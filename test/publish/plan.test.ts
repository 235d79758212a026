import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPage, planPublish, UNKNOWN_FILE, type PlanInput } from '../../src/publish/publish-plan.ts';
import { createManifest, diffManifests, type SiteManifest } from '../../src/publish/manifest.ts';
import { nextPublication, publicationShape, releaseBefore, type Publication } from '../../src/publish/publication.ts';
import { hasShape } from '../../src/values/shape.ts';
import { digestOf } from '../../src/values/site-file.ts';

const site = (texts: Readonly<Record<string, string>>): SiteManifest =>
  createManifest(
    Object.entries(texts).map(([path, text]) => [path, { digest: digestOf(Buffer.from(text)), bytes: text.length }]),
  );

const DAY = 24 * 60 * 60 * 1000;
const NOTHING = { live: undefined, found: {}, foreign: new Set<string>() };

const plan = (after: SiteManifest, live: Publication | undefined, changes: Partial<PlanInput> = {}) =>
  planPublish({
    site: after,
    present: { ...NOTHING, live },
    now: 0,
    keepFor: 7 * DAY,
    guard: { count: 10, percent: 30 },
    allowDeletes: 1000,
    ...changes,
  });

const release = (after: SiteManifest, live: Publication | undefined, now = 0): Publication =>
  nextPublication(live, { site: after, kept: plan(after, live, { now }).kept, at: new Date(now).toISOString() });

describe('the plan of a publication', () => {
  it('deletes an old asset when its time is over, and not before', () => {
    const first = release(site({ 'index.html': 'a', 'a.css': 'a' }), undefined);
    const second = release(site({ 'index.html': 'b' }), first, 1000);
    expect(Object.keys(second.kept)).toEqual(['a.css']);
    expect(plan(second.site, second, { now: 6 * DAY }).deletes).toEqual([]);
    expect(plan(second.site, second, { now: 8 * DAY }).deletes).toEqual(['a.css']);
  });

  it('does not keep an asset in whose place the site has a folder, or the reverse', () => {
    const first = release(site({ 'media/map.svg': 'a', 'files.d/x.jpg': 'a' }), undefined);
    const { deletes, kept } = plan(site({ 'media/map.svg/index.html': 'b', 'files.d': 'b' }), first);
    expect([deletes, kept]).toEqual([['files.d/x.jpg', 'media/map.svg'], {}]);
  });

  it('goes by what is there, not by the record, where an interrupted run may have changed files', () => {
    const live = release(site({ 'index.html': 'a', 'about.html': 'a', 'gone.html': 'a' }), undefined);
    const {
      'index.html': index,
      'new.html': added,
      'b.css': style,
    } = site({ 'index.html': 'b', 'new.html': 'b', 'b.css': 'b' }).files;
    const found = {
      'index.html': index!,
      'new.html': added!,
      'b.css': style!,
      'gone.html': 'absent',
      'about.html': UNKNOWN_FILE,
    } as const;
    const made = plan(live.site, live, { present: { live, found, foreign: new Set() } });
    expect(made.uploads.map(({ path, action }) => [path, action])).toEqual([
      ['about.html', 'change'],
      ['gone.html', 'add'],
      ['index.html', 'change'],
    ]);
    expect(made.deletes).toEqual(['new.html']);
    expect(Object.keys(made.kept)).toEqual(['b.css']);
  });

  it('refuses to overwrite a file that gitcast did not publish', () => {
    const present = { ...NOTHING, foreign: new Set(['index.html', 'other.html']) };
    const made = plan(site({ 'index.html': 'a' }), undefined, { present, allowDeletes: undefined });
    expect(made.refusals).toEqual([
      { reason: 'it would overwrite 1 file that gitcast did not publish', allows: { allowDeletes: 1 } },
    ]);
    expect(made.deletes).toEqual([]);
    expect(plan(site({ 'index.html': 'a' }), undefined, { present, allowDeletes: 1 }).refusals).toEqual([]);
  });

  it('makes any site from any other, and finds the way back to it', () => {
    const texts = fc.dictionary(fc.stringMatching(/^[a-d]\.(html|css)$/), fc.constantFrom('1', '2', '3'), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 5 }), (sites) => {
        const manifests = sites.map((each) => site(each));
        let live: Publication | undefined;
        const there = new Map<string, string>();
        for (const [index, wanted] of manifests.entries()) {
          const made = plan(wanted, live);
          for (const { path, digest } of made.uploads) there.set(path, digest);
          for (const path of made.deletes) there.delete(path);
          live = nextPublication(live, { site: wanted, kept: made.kept, at: new Date(0).toISOString() });
          expect(hasShape(JSON.parse(JSON.stringify(live)), publicationShape)).toBe(true);
          const expected = { ...live.kept, ...wanted.files };
          expect([...there].toSorted()).toEqual(
            Object.entries(expected)
              .map(([path, { digest }]) => [path, digest])
              .toSorted(),
          );
          expect(Object.keys(live.kept).filter(isPage)).toEqual([]);
          const before = manifests.slice(0, index).findLast(({ digest }) => digest !== wanted.digest);
          if (before)
            expect(diffManifests(releaseBefore(live).site, before)).toEqual({
              added: [],
              changed: [],
              removed: [],
            });
        }
      }),
    );
  });
});

it('a refusal to delete a single page counts it in words', () => {
  const before = release(site({ 'index.html': 'a', 'one.html': 'a', 'two.html': 'a' }), undefined);
  const { refusals } = plan(site({ 'index.html': 'a', 'one.html': 'a' }), before, {
    guard: { count: 0, percent: 100 },
    allowDeletes: 0,
  });
  expect(refusals.map(({ reason }) => reason)).toEqual(['it would delete 1 page, and guard.deletes.count allows 0']);
});

describe('a folder of the site without pages', () => {
  const pages = ['index.html', 'events/one/index.html', 'events/two/index.html', 'places/quay/index.html'];
  const before = release(site(Object.fromEntries(pages.map((path) => [path, 'a']))), undefined);
  const after = site({ 'index.html': 'a' });

  it('is refused whatever the count, until it is named', () => {
    const refused = { reason: 'no page is left in events/', allows: { allowEmpty: ['events'] } };
    expect(plan(after, before).refusals).toEqual([refused]);
    expect(plan(after, before, { allowEmpty: ['places'] }).refusals).toEqual([refused]);
    expect(plan(after, before, { allowEmpty: ['events'] }).refusals).toEqual([]);
    // A rollback is often urgent.
    expect(plan(after, before, { allowDeletes: Infinity }).refusals).toEqual([]);
  });

  it('is fine if one page is left, or if it had only one', () => {
    expect(plan(site({ 'index.html': 'a', 'events/three/index.html': 'a' }), before).refusals).toEqual([]);
  });
});

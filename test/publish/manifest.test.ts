import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManifest, diffManifests, siteManifestShape, type SiteManifest } from '../../src/publish/manifest.ts';
import { hasShape } from '../../src/values/shape.ts';
import { digestOf } from '../../src/values/site-file.ts';

const file = (text: string) => ({ digest: digestOf(Buffer.from(text)), bytes: Buffer.byteLength(text) });
const site = (texts: Readonly<Record<string, string>>) =>
  createManifest(Object.entries(texts).map(([path, text]) => [path, file(text)]));

const manifestText = (manifest: SiteManifest): string => JSON.stringify(manifest);

describe('the manifest of a site', () => {
  it('is the same text whatever order its files came in, and survives being read', () => {
    const one = site({ 'index.html': 'a', '404.html': 'b', '2027': 'c' });
    const other = site({ '2027': 'c', '404.html': 'b', 'index.html': 'a' });
    expect(manifestText(one)).toBe(manifestText(other));
    expect(JSON.parse(manifestText(one))).toEqual(one);
    expect(hasShape(JSON.parse(manifestText(one)), siteManifestShape)).toBe(true);
  });

  it('is refused if a path leaves the site, or if anything in it was edited', () => {
    const good = site({ 'index.html': 'a', 'about/index.html': 'b' });
    const edits = [
      (text: string) => text.replace('about/index', '../../index'),
      (text: string) => text.replace('about/index', '/etc/passwd'),
      (text: string) => text.replace('about/index', 'contact/index'),
      (text: string) => text.replace(/"bytes":1/, '"bytes":2'),
      (text: string) => text.replace(/"digest":"./, '"digest":"x'),
      (text: string) => text.replace('"version":1', '"version":2'),
    ];
    for (const edit of edits) {
      expect(edit(manifestText(good))).not.toBe(manifestText(good));
      expect(hasShape(JSON.parse(edit(manifestText(good))), siteManifestShape)).toBe(false);
    }
  });

  it('differs from another by exactly the files that were added, changed and removed', () => {
    const path = fc.stringMatching(/^[a-z0-9]{1,3}$/);
    const texts = fc.dictionary(fc.oneof(path, fc.constant('__proto__')), fc.constantFrom('a', 'b'), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { added, changed, removed } = diffManifests(site(before), site(after));
        const rebuilt = new Map(Object.entries(before));
        for (const each of [...added, ...changed]) rebuilt.set(each, after[each]!);
        for (const each of removed) rebuilt.delete(each);
        expect(site(Object.fromEntries(rebuilt)).digest).toBe(site(after).digest);
        expect(added.length + changed.length + removed.length === 0).toBe(site(before).digest === site(after).digest);
      }),
    );
  });
});

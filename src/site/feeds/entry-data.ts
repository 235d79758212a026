/** What the page for any entry of the programme shows without a network, in one language, in parts. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainLines } from '../../markdown/reading.ts';
import { entityPath, OFFLINE } from '../links/urls.ts';
import { textOf, titleIn } from '../parts/page-fields.ts';
import { hostsOf, type Slot } from '../programme.ts';
import { scopeOf } from '../scope.ts';
import { whenOf } from '../seo.ts';
import type { Site } from '../site.ts';
import { cutAtWord } from '../text/excerpt.ts';
import { jsonLines } from './feed-notation.ts';
import { digest } from '../../values/digest.ts';

interface EntryPart {
  readonly path: string;
  readonly slots: readonly Slot[];
}

/** An entry that changes changes its part only. */
const MOST_IN_PART = 250;
/** However long the season is: a worker keeps no more than 40 files, and most are for pages. */
const MOST_PARTS = 6;

/** By address: an entry stays in its part when it moves to another day, or when another one moves. */
export function entryParts({ programme }: Pick<Site, 'programme'>): readonly EntryPart[] {
  const count = Math.min(Math.ceil(programme.length / MOST_IN_PART), MOST_PARTS);
  const parts = Map.groupBy(
    programme,
    ({ entity }) => Buffer.from(digest(entity.address), 'base64url').readUInt32BE() % count,
  );
  return [...parts].map(([part, slots]) => ({ path: `${OFFLINE}${part}.json`, slots }));
}

const LONGEST = 1500;

/**
 * The keys are short to keep it small: u is the address, n the names among favourites, t the title, l its language, w when, p the
 * place, h the people, x the text, m its language, c true if cancelled.
 */
export function entryData(slots: readonly Slot[], site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: OFFLINE });
  const entries = slots.map((slot) => {
    const { entity, where, cancelled } = slot;
    const [title, text] = [titleIn(entity, scope), textOf(entity, scope)];
    const hosts = hostsOf(slot, site).map((host) => titleIn(host, scope).text);
    return {
      u: entityPath(entity).slice(1),
      n: site.namesOf(entity.address).join(' '),
      t: title.text,
      ...(title.lang && { l: title.lang }),
      w: whenOf(slot, scope),
      ...(where && { p: titleIn(where, scope).text }),
      ...(hosts.length > 0 && { h: hosts.join(', ') }),
      ...(text && { x: cutAtWord(plainLines(text.text), LONGEST) }),
      ...(text?.lang && { m: text.lang }),
      ...(cancelled && { c: true }),
    };
  });
  return `${jsonLines(entries)}\n`;
}

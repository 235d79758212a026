/** What is on, day by day, in small files that the home page reads during the event. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { documentLink } from '../links/navigators.ts';
import { titleIn } from '../parts/page-fields.ts';
import type { Slot } from '../programme.ts';
import { scopeOf } from '../scope.ts';
import type { Site } from '../site.ts';
import { jsonLines } from './json-lines.ts';

export const dayFilePath = (day: string): string => `/program/${day}.json`;

/** The keys are short to keep it small: s is the start, e the end, t the title, l its language, u the address, p the place. */
export function dayFile(slots: readonly Slot[], site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: '/' });
  const entries = slots
    .filter(({ cancelled }) => !cancelled)
    .map(({ entity, start, end, where }) => {
      const title = titleIn(entity, scope);
      return {
        s: scope.dates.machine(start),
        e: scope.dates.machine(end),
        t: title.text,
        ...(title.lang && { l: title.lang }),
        u: documentLink(entity, scope).href,
        ...(where && { p: titleIn(where, scope).text }),
      };
    });
  return `${jsonLines(entries)}\n`;
}

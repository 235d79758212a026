/** The pages for paper and for screens. Neither search engines nor the sitemap list them. */
import type { Entity } from '../../model/broadcast.ts';
import { placeKey } from '../links/keys.ts';
import { internal } from '../links/navigators.ts';
import { BOOKLETS, KIOSKS, PAPER, posterPath, SIGNS } from '../links/urls.ts';
import type { SitePage } from '../site-page.ts';
import { titleIn } from '../parts/page-fields.ts';
import { byDay } from '../programme.ts';
import type { Scope } from '../scope.ts';
import type { Site } from '../site.ts';
import { dayText } from '../text/dates.ts';
import type { Text } from '../text/localise.ts';
import { composeFoyer, composeKiosk } from './kiosk.ts';
import { documentsOn } from './lists.ts';
import { composeBooklet, composePoster, composeSigns } from './paper.ts';
import type { Composed } from './view.ts';

export function paperPages(site: Site): readonly SitePage[] {
  const page = (path: string, about: readonly unknown[], compose: SitePage['compose']): SitePage => ({
    page: path,
    about,
    unlisted: true,
    compose,
  });
  const days = daysIn(site);
  const screens = kiosksIn(site);
  return [
    page(PAPER, [...days, ...screens.flat()], (scope) => composePaper({ days, screens }, scope)),
    page(BOOKLETS.a5, [], (scope) => composeBooklet('a5', scope)),
    page(BOOKLETS.a4, [], (scope) => composeBooklet('a4', scope)),
    ...days.map((day) => page(posterPath(day), [day], (scope) => composePoster(day, scope))),
    page(SIGNS, [], composeSigns),
    page(KIOSKS, [], composeFoyer),
    ...screens.map(([path, place]) => page(path, [place], (scope) => composeKiosk(place, scope))),
  ];
}

const daysIn = ({ programme }: Site): readonly string[] => [...byDay(programme).keys()];

/** The places where something happens, by the path of their screen. */
const kiosksIn = (site: Site): readonly (readonly [string, Entity])[] =>
  documentsOn('places', site)
    .filter(({ address }) => site.slotsAt(address).length > 0)
    .map((place) => [`${KIOSKS}${placeKey(place)}/`, place]);

interface Listed {
  readonly days: readonly string[];
  readonly screens: readonly (readonly [string, Entity])[];
}

function composePaper({ days, screens }: Listed, scope: Scope): Composed {
  const { paper } = scope.strings;
  const link = (title: Text, path: string) => ({ title, link: internal(path, scope) });
  return {
    title: { text: paper.title },
    body: {
      type: 'paper',
      groups: [
        {
          title: paper.booklet,
          links: [link({ text: 'A5' }, BOOKLETS.a5), link({ text: 'A4' }, BOOKLETS.a4)],
        },
        {
          title: `${paper.poster} (A3)`,
          links: days.map((day) => link({ text: dayText(day, scope) }, posterPath(day))),
        },
        { title: `${paper.signs} (A4)`, links: [link({ text: paper.signs }, SIGNS)] },
        {
          title: paper.screens,
          links: [
            link({ text: paper.foyer }, KIOSKS),
            ...screens.map(([path, place]) => link(titleIn(place, scope), path)),
          ],
        },
      ].filter(({ links }) => links.length > 0),
    },
  };
}

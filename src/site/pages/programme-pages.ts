/**
 * The pages of the programme. A small one has a page for each view. In a large one, each day, place and category has its own
 * page.
 */
import { byDay, isLarge, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { composeAllDays, composeOneDay, dayStarts, firstShown, pathOfDay } from './programme-frame.ts';
import { GRID } from './programme-grid.ts';
import { BY_CATEGORY, BY_DAY, BY_PLACE, groupPages, groupsPage } from './programme-list.ts';
import type { SitePage } from './view.ts';

const DAY_VIEWS = [BY_DAY, GRID];
const GROUPED = [BY_PLACE, BY_CATEGORY];

export function programmePages(programme: readonly Slot[], timezone: string): readonly SitePage[] {
  return isLarge(programme) ? largeProgramme(programme, timezone) : smallProgramme();
}

const smallProgramme = (): readonly SitePage[] => [
  ...DAY_VIEWS.map((view) => ({
    page: view.path,
    compose: (scope: Scope) => composeAllDays(view, scope.site.programme, scope),
  })),
  ...GROUPED.map((grouped) => groupsPage(grouped, { isIndex: false })),
];

function largeProgramme(programme: readonly Slot[], timezone: string): readonly SitePage[] {
  const byDays = byDay(programme);
  const days = [...byDays].map(([day, slots]) => dayStarts(day, slots, timezone));
  return [
    ...DAY_VIEWS.map((view) => ({
      page: view.path,
      compose(scope: Scope) {
        const day = firstShown([...byDays.keys()], scope);
        return composeOneDay(view, [day, byDays.get(day)!], days, scope);
      },
    })),
    ...[...byDays].flatMap(([day, slots]) =>
      DAY_VIEWS.map((view) => ({
        page: pathOfDay(view, day),
        compose: (scope: Scope) => composeOneDay(view, [day, slots], days, scope),
      })),
    ),
    ...GROUPED.flatMap((grouped) => [groupsPage(grouped, { isIndex: true }), ...groupPages(grouped, programme)]),
  ];
}

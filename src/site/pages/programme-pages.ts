/**
 * The pages of the programme. A small one has a page for each view. In a large one, each day, place and category has its own
 * page, which is given the entries it shows: a preview then rebuilds only the pages whose entries changed.
 */
import { dayPath, gridPath, PROGRAMME_GRID, screenPath } from '../links/urls.ts';
import { byDay, isLarge, type Slot } from '../programme.ts';
import type { SitePage } from './view.ts';
import { dayStarts, firstShown } from './programme-frame.ts';
import { composeGrid, composeGridDay } from './programme-grid.ts';
import {
  BY_CATEGORY,
  BY_PLACE,
  composeByDay,
  composeDay,
  composeGroup,
  composeGroups,
  groupPaths,
  type Grouped,
} from './programme-list.ts';

export function programmePages(programme: readonly Slot[], timezone: string): readonly SitePage[] {
  return isLarge(programme) ? largeProgramme(programme, timezone) : smallProgramme();
}

function smallProgramme(): readonly SitePage[] {
  return [
    { page: screenPath('program'), about: [], compose: (scope) => composeByDay(scope.site.programme, scope) },
    { page: PROGRAMME_GRID, about: [], compose: (scope) => composeGrid(scope.site.programme, scope) },
    ...[BY_PLACE, BY_CATEGORY].map((grouped) => groupsPage(grouped, { isIndex: false })),
  ];
}

function largeProgramme(programme: readonly Slot[], timezone: string): readonly SitePage[] {
  const byDays = byDay(programme);
  const days = [...byDays].map(([day, slots]) => dayStarts(day, slots, timezone));
  const first =
    (compose: typeof composeDay): SitePage['compose'] =>
    (scope) => {
      const day = firstShown([...byDays.keys()], scope);
      return compose({ day, days, slots: byDays.get(day)! }, scope);
    };
  const starts = days.flatMap(({ day, first: from, last }) => [day, from, last]);
  const dayPages = [...byDays].flatMap(([day, slots]): readonly SitePage[] => {
    const about = [...starts, ...slots];
    return [
      { page: dayPath(day), about, compose: (scope) => composeDay({ day, days, slots }, scope) },
      { page: gridPath(day), about, compose: (scope) => composeGridDay({ day, days, slots }, scope) },
    ];
  });
  return [
    { page: screenPath('program'), about: programme, compose: first(composeDay) },
    { page: PROGRAMME_GRID, about: programme, compose: first(composeGridDay) },
    ...dayPages,
    ...[BY_PLACE, BY_CATEGORY].flatMap((grouped) => [
      groupsPage(grouped, { isIndex: true }),
      ...groupPages(grouped, programme),
    ]),
  ];
}

const groupsPage = (grouped: Grouped, { isIndex }: { readonly isIndex: boolean }): SitePage => ({
  page: grouped.path,
  about: [isIndex],
  compose: (scope) => composeGroups(grouped, scope.site.programme, { isIndex }, scope),
});

function groupPages(grouped: Grouped, programme: readonly Slot[]): readonly SitePage[] {
  const groups = grouped.groups(programme);
  return [...groupPaths(grouped, programme)].map(([key, page]) => {
    const slots = groups.get(key)!;
    return { page, about: [key, ...slots], compose: (scope) => composeGroup(grouped, { key, slots }, scope) };
  });
}

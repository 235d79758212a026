/** The programme for other websites, which show it in a frame: no navigation, no script, and links open a new tab. */
import { dayText, shortDayText } from '../text/dates.ts';
import { internal } from '../links/navigators.ts';
import { embedPath, screenPath } from '../links/urls.ts';
import { byDay, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { screenTitle, siteName } from '../text/titles.ts';
import { zoneName } from './programme-frame.ts';
import { slotView } from './slots.ts';
import type { Composed } from './view.ts';

/** A frame with more entries takes long to load, so each day then has its own. */
const MOST_ENTRIES = 300;

/** The days that have their own page. */
export const embedDays = (programme: readonly Slot[]): readonly string[] =>
  programme.length > MOST_ENTRIES ? [...byDay(programme).keys()] : [];

/** Without a day, the whole programme or, if that is too long, its first day. */
export function composeEmbed(day: string | undefined, scope: Scope): Composed {
  const { programme } = scope.site;
  const days = [...byDay(programme)];
  const allDays = days.map(([each]) => each);
  const isDivided = programme.length > MOST_ENTRIES;
  const shown = isDivided ? days.filter(([each]) => each === (day ?? days[0]?.[0])) : days;
  const zone = zoneName(
    shown.flatMap(([, slots]) => slots),
    scope,
  );
  const view = ([each, slots]: readonly [string, readonly Slot[]]) => ({
    key: `d${each}`,
    title: dayText(each, scope),
    slots: slots.map((slot) => slotView(slot, scope, { day: each })),
  });
  return {
    title: { text: `${screenTitle('program', scope).text} · ${siteName(scope)}` },
    ...(day !== undefined && { subtitle: dayText(day, scope) }),
    body: {
      type: 'embed',
      days: shown.map(view),
      jump: days.map(([each]) => ({
        title: shortDayText(each, scope, allDays),
        href: isDivided ? scope.link(embedPath(each)) : `#d${each}`,
        current: isDivided && each === shown[0]?.[0],
      })),
      programme: internal(screenPath('program'), scope),
      zone,
    },
  };
}

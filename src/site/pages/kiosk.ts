/** Screens at the event. A screen has the whole programme of its place, so it needs no network to know what is next. */
import type { Entity } from '../../model/broadcast.ts';
import { titleIn } from '../parts/page-fields.ts';
import { byFirstDay, type Slot } from '../programme.ts';
import type { Scope } from '../scope.ts';
import { siteName } from '../text/titles.ts';
import { entityPath, screenPath } from '../links/urls.ts';
import { codeOf, paperDay } from './paper.ts';
import type { Composed, KioskPage } from './view.ts';

export const composeFoyer = (scope: Scope): Composed => ({
  title: { text: siteName(scope) },
  bare: true,
  body: kiosk(scope.site.programme, screenPath('program'), scope),
});

export function composeKiosk(place: Entity, scope: Scope): Composed {
  const title = titleIn(place, scope);
  return {
    title,
    bare: true,
    body: { ...kiosk(scope.site.slotsAt(place.address), entityPath(place), scope), place: title },
  };
}

const kiosk = (slots: readonly Slot[], page: string, scope: Scope): KioskPage => ({
  type: 'kiosk',
  timezone: scope.site.timezone,
  days: [...byFirstDay(slots)].map((day) => paperDay(day, scope)),
  ...codeOf(page, scope),
});

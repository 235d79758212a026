/** The clock of a visitor before, during and after the demo's festival (18 to 20 June 2027, in Paris). */
import type { Page } from 'playwright-core';

export const MOMENTS = {
  before: '2027-06-10T12:00:00+02:00',
  /** Saturday afternoon: Friday is over, several entries are on, Sunday is to come. */
  during: '2027-06-19T15:10:00+02:00',
  after: '2027-07-01T12:00:00+02:00',
} as const;

export type Moment = keyof typeof MOMENTS;

/** Every page that this tab opens from now on is seen at that moment. Timers run as usual. */
export const setMoment = (page: Page, moment: Moment): Promise<void> => page.clock.setFixedTime(MOMENTS[moment]);

/** Tests of the programme run at each of them. */
export const EACH_MOMENT = Object.keys(MOMENTS) as readonly Moment[];

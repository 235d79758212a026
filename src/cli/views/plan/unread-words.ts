/** For a field that the target does not show: nothing is known about its value there, so it is not empty. */
import type { Change } from '../../../project/index.ts';

export const NOT_SHOWN = 'the target does not show the present value';
export const SINCE_SYNC = 'compared with the last sync, because the target does not show it';

/** Behind a value, unless the plan says about the whole change that the target was not read. */
export const notShown = ({ certainty }: Pick<Change, 'certainty'>): string =>
  certainty === 'offline' || certainty === 'blind' ? '' : ` (${NOT_SHOWN})`;

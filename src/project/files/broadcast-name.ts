import type { Broadcast } from '../../model/broadcast.ts';
import { entitiesOf } from '../../model/entities.ts';

/** The name of a new embedded broadcast: that of the files, so that the first sync finds no conflict. */
export const nameOf = (broadcast: Broadcast): string =>
  entitiesOf(broadcast, 'broadcast')[0]?.fields.name ?? 'My broadcast';

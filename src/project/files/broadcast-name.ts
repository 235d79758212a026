import type { Broadcast } from '../../model/broadcast.ts';
import { entitiesOf } from '../../model/entities.ts';

/** What a new embedded broadcast is called: as the files call it, so that the first sync has nothing to argue about. */
export const nameOf = (broadcast: Broadcast): string =>
  entitiesOf(broadcast, 'broadcast')[0]?.fields.name ?? 'My broadcast';

/** Why a new document is not created although nothing on the target has its natural key, or several objects have. */
import { kindNamed } from '../../kinds/registry.ts';
import type { Desired } from '../fields/desired.ts';
import type { Identity } from './identity.ts';

/** Both ways out are named: nobody but a person can say whether it is the same thing. */
export function resemblance({ entity }: Desired, identity: Extract<Identity, { ids: readonly string[] }>): string {
  const { title } = kindNamed(entity.kind);
  const [ids, several] = [identity.ids.join(', '), identity.ids.length > 1];
  const found = {
    ambiguous: several
      ? `${identity.ids.length} objects of the target look like it (${ids})`
      : `${title.toLowerCase()} ${ids} on the target looks like it`,
    cut: `${title.toLowerCase()} ${ids} on the target begins with the same text and may be this one, cut short`,
    'same-slot': `${title.toLowerCase()} ${ids} is at the same place and time on the target under another title`,
  }[identity.type === 'lookalike' ? identity.how : 'ambiguous'];
  const id = several ? 'the id of the right one' : ids;
  return `${found}: to adopt it, write \`$id: ${id}\` into the file; to create another, run \`gitcast sync --create ${entity.address}\``;
}

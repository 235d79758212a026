/**
 * Explains why a new document is not created although no object on the target has its natural key, or several have it.
 */
import { kindNamed } from '../../kinds/registry.ts';
import type { Desired } from '../fields/desired.ts';
import type { Identity } from './identity.ts';

/** Names both ways out, because only a person can say whether it is the same thing. */
export function resemblance({ entity }: Desired, identity: Extract<Identity, { ids: readonly string[] }>): string {
  const { title } = kindNamed(entity.kind);
  const [ids, several] = [identity.ids.join(', '), identity.ids.length > 1];
  const found = {
    ambiguous: several
      ? `${identity.ids.length} objects on the target look like it (${ids})`
      : `${title.toLowerCase()} ${ids} on the target looks like it`,
    cut: `${title.toLowerCase()} ${ids} on the target starts with the same text and may be this one, cut short`,
    'same-slot': `${title.toLowerCase()} ${ids} on the target has the same place and time under a different title`,
  }[identity.type === 'lookalike' ? identity.how : 'ambiguous'];
  const id = several ? 'the id of the right one' : ids;
  return `${found}: to adopt it, add \`$id: ${id}\` to the file; to create a new one, run \`gitcast sync --create ${entity.address}\``;
}

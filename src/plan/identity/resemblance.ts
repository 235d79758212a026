/**
 * Explains why a new document is not created although no object on the target has its natural key, or several have it.
 */
import { kindNamed } from '../../kinds/registry.ts';
import type { Desired } from '../fields/desired.ts';
import type { Resemblance } from './identity.ts';

/** Names both ways out, because only a person can say whether it is the same thing. */
export function resemblance({ entity }: Desired, alike: Resemblance): string {
  const { title } = kindNamed(entity.kind);
  const [ids, several] = [alike.ids.join(', '), alike.ids.length > 1];
  const found = {
    alike: several
      ? `${alike.ids.length} objects on the target look like it (${ids})`
      : `${title.toLowerCase()} ${ids} on the target looks like it`,
    cut: `${title.toLowerCase()} ${ids} on the target starts with the same text and may be this one, cut short`,
    'same-slot': `${title.toLowerCase()} ${ids} on the target has the same place and time under a different title`,
  }[alike.how ?? 'alike'];
  const id = several ? 'the id of the right one' : ids;
  return `${found}: to adopt it, add \`$id: ${id}\` to the file; to create a new one, run \`gitcast sync --create ${entity.address}\``;
}

/** The same for a document whose object was deleted on the target, where another one may be it. */
export const resemblanceOfDeleted = (desired: Desired, alike: Resemblance): string =>
  `deleted on the target; ${resemblance(desired, alike)}; to delete the file, run \`gitcast pull ${desired.entity.address} --theirs\``;

/** For a document whose `$id` names an object that is not on the target. */
export function missingId(id: string, alike: Resemblance | undefined): string {
  const other = alike ? `another object, such as ${alike.ids.join(', ')},` : 'another object,';
  return `the target has no object with the id ${id}: remove \`$id\` from the file, or set it to the id of ${other} and run \`gitcast plan\` again`;
}

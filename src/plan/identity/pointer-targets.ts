/** What the identities of documents say to those that point at them. */
import { kindNamed } from '../../kinds/registry.ts';
import type { PlanInput } from '../context.ts';
import type { Identification } from '../fields/desired.ts';
import { capabilitiesOf } from '../document-changes.ts';
import type { Identity } from './identity.ts';

/** `renewed`: documents whose object gets another id in this plan. */
export function identification(
  identities: ReadonlyMap<string, Identity>,
  input: PlanInput,
  renewed: ReadonlySet<string> = new Set(),
): Identification {
  return {
    idOf(address) {
      const identity = renewed.has(address) ? undefined : identities.get(address);
      return identity && 'id' in identity ? identity.id : undefined;
    },
    canPoint(from, address) {
      const [identity, entity] = [identities.get(address), input.broadcast.entities.get(address)];
      if (!identity || !entity) return false;
      const { kind } = entity;
      // Where an article has another id on the other surface, nobody knows that one.
      if (kindNamed(from).surface !== kindNamed(kind).surface && !input.target.sharedArticleIds) return false;
      if ('id' in identity) return true;
      return identity.type === 'new' && capabilitiesOf(kind, input).create === 'yes';
    },
  };
}

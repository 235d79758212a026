/** Gives the identities of documents to the documents that point to them. */
import { kindNamed } from '../../kinds/registry.ts';
import type { PlanInput } from '../context.ts';
import type { Identification } from '../fields/desired.ts';
import { capabilitiesOf } from '../capabilities-of.ts';
import type { Identity } from './identity.ts';

/** `renewed`: documents whose object gets a new id in this plan. */
export function identification(
  identities: ReadonlyMap<string, Identity>,
  input: PlanInput,
  renewed: ReadonlySet<string> = new Set(),
): Identification {
  return {
    idOf(address) {
      const identity = renewed.has(address) ? undefined : identities.get(address);
      if (identity?.type === 'taken') return identity.object;
      return identity && 'id' in identity ? identity.id : undefined;
    },
    canPoint(from, address) {
      const [identity, entity] = [identities.get(address), input.broadcast.entities.get(address)];
      if (!identity || !entity) return false;
      const { kind } = entity;
      // If an article has a different id on the other surface, that id is unknown.
      if (kindNamed(from).surface !== kindNamed(kind).surface && !input.target.sharedArticleIds) return false;
      // The conflict about a taken object is no reason to remove pointers to it.
      if ('id' in identity || identity.type === 'taken') return true;
      return identity.type === 'new' && capabilitiesOf(kind, input).create === 'yes';
    },
  };
}

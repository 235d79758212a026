import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Broadcast, Entity } from '../../broadcast.ts';
import { siteAddress } from '../../site-paths.ts';
import type { BroadcastRule } from '../rule.ts';

export const sameIds: BroadcastRule = {
  codes: ['same-id'],
  compares: (entity) => ({ same: [idOf(entity) ?? []].flat() }),
  check: (broadcast) =>
    clashes(broadcast, idOf).map(([entity, first]) =>
      diagnose(
        'same-id',
        entity.document.source.valueSpan(['$id']),
        `${first.document.source.file} is bound to the same id`,
        {
          notes: [{ message: 'the other one', at: first.document.source.valueSpan(['$id']) }],
          suggestion: 'remove `$id` from one of them',
        },
      ),
    ),
};

const idOf = ({ kind, local }: Entity): string | undefined => (local.id ? `${kind} ${local.id}` : undefined);

export const sameUrls: BroadcastRule = {
  codes: ['same-url'],
  compares(entity) {
    const address = siteAddress(entity);
    return address === entity.address ? {} : { same: [address], seeks: [address] };
  },
  check: (broadcast) => clashes(broadcast, siteAddress).map(([entity, first]) => sameUrl(entity, first)),
};

function sameUrl(entity: Entity, first: Entity): Diagnostic {
  const culprit = entity.local.slug === undefined ? first : entity;
  const other = culprit === entity ? first : entity;
  return diagnose(
    'same-url',
    culprit.document.source.valueSpan(['$slug']),
    `${other.document.source.file} has the same address on the site`,
    { suggestion: 'choose a different `$slug`' },
  );
}

function clashes(
  broadcast: Broadcast,
  keyOf: (entity: Entity) => string | undefined,
): readonly (readonly [Entity, Entity])[] {
  const seen = new Map<string, Entity>();
  const found: [Entity, Entity][] = [];
  for (const entity of broadcast.entities.values()) {
    const key = keyOf(entity);
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first) found.push([entity, first]);
    else seen.set(key, entity);
  }
  return found;
}

/** The input of the differ for a source. Links to media and pages name files and records, since a source has no site. */
import type { Config } from '../../config/config.ts';
import { fileUrl, recordAt, recordUrl, uniqueId } from '../../import/source.ts';
import type { Clock } from '../../machine/clock.ts';
import type { PlanInput } from '../../plan/context.ts';
import { identify } from '../../plan/identity/identify-documents.ts';
import type { Learnt } from '../../state/remember.ts';
import { Addresses } from '../../state/one-address.ts';
import type { LoadedState } from '../../state/store.ts';
import { withKnownKeys } from './known-keys.ts';
import { planInput } from '../planning/planning.ts';

const RECORD_LINKS: NonNullable<PlanInput['objectLinks']> = {
  urlOf: (kind, id) => recordUrl(kind, id.slice(uniqueId(kind, '').length)),
  at: (url) => {
    const record = recordAt(url);
    return record && { kind: record.kind, id: uniqueId(record.kind, record.id) };
  },
};

interface Compared extends Pick<
  PlanInput,
  'broadcast' | 'snapshot' | 'choices' | 'renames' | 'sharedWithSources' | 'adoptsAlike'
> {
  readonly state: LoadedState;
  readonly clock: Clock;
}

/** `moves`: documents with another address than last time, for the journal. The base of the input has their new addresses. */
export function importInput(
  config: Config,
  { broadcast, clock, sharedWithSources, adoptsAlike = false, ...compared }: Compared,
): { readonly input: PlanInput; readonly moves: readonly Learnt[]; readonly notes: readonly string[] } {
  const { target: name } = compared.snapshot;
  const target = {
    name,
    profile: 'extended' as const,
    sharedArticleIds: true,
    client: { broadcastId: '' },
    key: name,
    settle: 0,
    clock,
  };
  const planned = planInput(config, broadcast, target, compared);
  const { snapshot, notes } = withKnownKeys(planned.snapshot, planned.base, planned.digest);
  const input: PlanInput = {
    ...planned,
    snapshot,
    mediaUrl: fileUrl,
    pageUrl: (path) => fileUrl(path.slice(1)),
    hasFacts: true,
    objectLinks: RECORD_LINKS,
    adoptsAlike,
    ...(sharedWithSources && { sharedWithSources }),
  };
  const entries = new Map(input.base.entries);
  const addresses = new Addresses(entries);
  const { identities } = identify([...broadcast.entities.values()], input);
  const moves = [...identities].flatMap(([address, identity]): readonly Learnt[] => {
    if (identity.type !== 'moved') return [];
    const { from, entry } = identity;
    // The former address may have the entry of another document already.
    addresses.set(address, entry);
    return [{ type: 'moved', address, from, entry }];
  });
  return { input: { ...input, base: { ...input.base, entries } }, moves, notes };
}

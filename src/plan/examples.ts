/**
 * Documents that came with the starter. Only the embedded service receives them; any other service keeps those it
 * already has.
 */
import type { Entity } from '../model/broadcast.ts';
import type { PlanInput } from './context.ts';
import type { Identified } from './identity/identify-documents.ts';
import type { Identity } from './identity/identity.ts';

/** Recorded by a sync: what is managed stays managed, regardless of its file. */
const MANAGED: ReadonlySet<Identity['type']> = new Set(['managed', 'moved', 'made', 'recreated']);

export interface WithoutExamples {
  readonly sent: readonly Entity[];
  readonly identified: Identified;
  readonly examples: readonly string[];
}

export function withoutExamples(
  entities: readonly Entity[],
  identified: Identified,
  { target, choices }: PlanInput,
): WithoutExamples {
  const isExample = ({ address, local }: Entity): boolean =>
    local.example === true && !target.takesExamples && !MANAGED.has(identified.identities.get(address)!.type);
  const left = new Set(entities.filter(isExample).map(({ address }) => address));
  const identities = new Map([...identified.identities].filter(([address]) => !left.has(address)));
  const asked = entities.filter(({ address, kind }) => left.has(address) && choices.only(address, kind));
  return {
    sent: entities.filter(({ address }) => !left.has(address)),
    identified: { ...identified, identities },
    examples: asked.map(({ address }) => address),
  };
}

export const examplesNotes = (examples: readonly string[]): readonly string[] =>
  examples.length === 0
    ? []
    : [`examples, not sent: ${examples.join(', ')}; to send one, delete the line \`$example: true\` in its file`];

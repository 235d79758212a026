/** Checks the content of every target. What is wrong for all of them is said once; of the rest it is said for whom. */
import { contents, type TargetLayers } from '../content/target-content.ts';
import { inReadingOrder, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, ModelSettings } from './broadcast.ts';
import { checkContent } from './check-content.ts';

export interface CheckedTargets {
  /** How many documents there are, those of a single target included. */
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
  /** What rules of others may look at: one for all targets with the same content. */
  readonly read: readonly Broadcast[];
}

export function checkTargets(layers: TargetLayers, settings: ModelSettings): CheckedTargets {
  const addresses = new Set<string>();
  const found = new Map<string, { diagnostic: Diagnostic; targets: string[] }>();
  const read: Broadcast[] = [];
  for (const { targets, content } of contents(layers)) {
    for (const { address } of content.documents) addresses.add(address);
    const checked = checkContent(content, settings);
    read.push(checked.read);
    for (const diagnostic of checked.diagnostics) {
      const key = JSON.stringify(diagnostic);
      const known = found.get(key);
      if (known) known.targets.push(...targets);
      else found.set(key, { diagnostic, targets: [...targets] });
    }
  }
  const diagnostics = [...found.values()].map(({ diagnostic, targets }) =>
    targets.length === layers.targets.length ? diagnostic : forSome(diagnostic, targets),
  );
  return { documents: addresses.size, diagnostics: inReadingOrder(diagnostics), read };
}

function forSome(diagnostic: Diagnostic, targets: readonly string[]): Diagnostic {
  const message = `in the content of ${targets.join(' and ')} only`;
  return { ...diagnostic, notes: [...diagnostic.notes, { message }] };
}

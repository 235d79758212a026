/** Checks the content of every target. A problem of all targets is reported once; any other names its targets. */
import type { Content } from '../content/read-content.ts';
import { contents, type TargetLayers } from '../content/target-content.ts';
import { inReadingOrder, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, ModelSettings } from './broadcast.ts';
import { checkContent, type Checked } from './check-content.ts';

export interface CheckedTargets {
  /** The number of documents, including those of a single target. */
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
  /** What rules for other documents may use: one for all targets with the same content. */
  readonly read: readonly Broadcast[];
}

export const checkTargets = (layers: TargetLayers, settings: ModelSettings): CheckedTargets =>
  checkEach(layers.targets, contents(layers), (content) => checkContent(content, settings));

/** `targets`: the names of all targets. */
export function checkEach(
  targets: readonly string[],
  each: ReturnType<typeof contents>,
  check: (content: Content) => Checked,
): CheckedTargets {
  const addresses = new Set<string>();
  const found = new Map<string, { diagnostic: Diagnostic; targets: string[] }>();
  const read: Broadcast[] = [];
  for (const { targets: alike, content } of each) {
    for (const { address } of content.documents) addresses.add(address);
    const checked = check(content);
    read.push(checked.read);
    for (const diagnostic of checked.diagnostics) {
      const key = JSON.stringify(diagnostic);
      const known = found.get(key);
      if (known) known.targets.push(...alike);
      else found.set(key, { diagnostic, targets: [...alike] });
    }
  }
  const diagnostics = [...found.values()].map(({ diagnostic, targets: alike }) =>
    alike.length === targets.length ? diagnostic : forSome(diagnostic, alike),
  );
  return { documents: addresses.size, diagnostics: inReadingOrder(diagnostics), read };
}

function forSome(diagnostic: Diagnostic, targets: readonly string[]): Diagnostic {
  const message = `only in the content of ${targets.join(' and ')}`;
  return { ...diagnostic, notes: [...diagnostic.notes, { message }] };
}

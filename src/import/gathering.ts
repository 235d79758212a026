/** What a reader gathers from the entries of a source, one after another. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { KindName } from '../kinds/registry.ts';
import type { SourceContent, SourceFacts, SourceMedia, SourceRecord } from './source.ts';

export class Gathering {
  readonly records: SourceRecord[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly findings: string[] = [];
  readonly #incomplete = new Set<KindName>();
  readonly #lost = new Map<string, number>();

  /** Something that a broadcast cannot hold. */
  lose(name: string, times = 1): void {
    this.#lost.set(name, (this.#lost.get(name) ?? 0) + times);
  }

  /** An entry of this kind has no key, or the source has a part of them: those that are missing may still exist. */
  leaveOut(kind: KindName, why?: Diagnostic): void {
    this.#incomplete.add(kind);
    if (why) this.diagnostics.push(why);
  }

  content(facts: SourceFacts, media: readonly SourceMedia[] = []): SourceContent {
    const { records, diagnostics, findings } = this;
    return { records, diagnostics, findings, facts, media, incomplete: [...this.#incomplete], lost: this.#lost };
  }
}

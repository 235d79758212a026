/** What a reader gathers from the entries of a source, one after another. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { readAlias } from '../model/aliases.ts';
import { withoutEmpty } from './entry.ts';
import type { SourceContent, SourceFacts, SourceRecord } from './source.ts';

export type FoundFacts = { readonly [Name in keyof SourceFacts]: SourceFacts[Name] | undefined };

export class Gathering {
  readonly records: SourceRecord[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly findings: string[] = [];
  readonly #incomplete = new Set<KindName>();
  readonly #lost = new Map<string, number>();
  readonly #notes = new Map<string, { readonly say: (times: number) => string; readonly times: number }>();

  /** Something that a broadcast cannot hold. */
  lose(name: string, times = 1): void {
    if (times > 0) this.#lost.set(name, (this.#lost.get(name) ?? 0) + times);
  }

  /** Something that people should know: a sentence with the number of times. */
  note(say: (times: number) => string): void {
    const { times = 0 } = this.#notes.get(say(1)) ?? {};
    this.#notes.set(say(1), { say, times: times + 1 });
  }

  /** An entry of this kind has no key, or the source has a part of them: those that are missing may still exist. */
  leaveOut(kind: KindName, why?: Diagnostic): void {
    this.#incomplete.add(kind);
    if (why) this.diagnostics.push(why);
  }

  /** Facts that are empty are not known. */
  content(found: FoundFacts): SourceContent {
    const { diagnostics } = this;
    const findings = [...this.findings, ...[...this.#notes.values()].map(({ say, times }) => say(times))];
    const facts: SourceFacts = withoutEmpty({ ...found });
    const records = this.records.map((record) => withReference(this.#withAliases(record)));
    return { records, diagnostics, findings, facts, media: [], incomplete: [...this.#incomplete], lost: this.#lost };
  }

  /** An entry is worth more than an address that no site could lead on from. */
  #withAliases({ aliases = [], ...record }: SourceRecord): SourceRecord {
    const good = aliases.filter((each) => readAlias(each).type === 'path');
    if (good.length < aliases.length) this.lose('former address that is not a path', aliases.length - good.length);
    return good.length === 0 ? record : { ...record, aliases: good };
  }
}

/** Breaks all have one title: their keys distinguish them on a service too. */
function withReference(record: SourceRecord): SourceRecord {
  const { kind, id, fields } = record;
  const isNamed = '_reference' in kindNamed(kind).fields && id !== fields['title'];
  return isNamed ? { ...record, fields: { _reference: id, ...fields } } : record;
}

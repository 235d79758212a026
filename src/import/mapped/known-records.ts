import type { Span } from '../../diagnostics/diagnostic.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { oneLine } from '../plain-text.ts';
import type { SourceRecord } from '../source.ts';
import { nameKey } from './take-values.ts';

/** The records that pointers can name. Those that no row describes are created by their names. */
export class KnownRecords {
  readonly #byKey = new Map<string, string>();
  readonly #byName = new Map<string, string>();
  readonly created: SourceRecord[] = [];

  add(kind: KindName, { id, name }: { readonly id: string; readonly name: string | undefined }): void {
    this.#byKey.set(`${kind} ${id}`, id);
    const ofName = `${kind} ${nameKey(name ?? id)}`;
    if (!this.#byName.has(ofName)) this.#byName.set(ofName, id);
  }

  find(kind: KindName, text: string, by: 'key' | 'name' | undefined): string | undefined {
    const ofKey = by === 'name' ? undefined : this.#byKey.get(`${kind} ${text.trim()}`);
    return ofKey ?? (by === 'key' ? undefined : this.#byName.get(`${kind} ${nameKey(text)}`));
  }

  create(kind: KindName, text: string, at: Span): string {
    const { page, fields } = kindNamed(kind);
    const [id, name] = [nameKey(text), oneLine(text)];
    this.add(kind, { id, name });
    const status = 'status' in fields ? { status: 'published' } : {};
    this.created.push({ kind, id, fields: { ...status, [page?.title ?? 'title']: name }, at });
    return id;
  }
}

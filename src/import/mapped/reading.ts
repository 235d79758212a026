/** What is known and noticed while rows are read. */
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { Gathering } from '../gathering.ts';
import { oneLine } from '../plain-text.ts';
import { unreadable, type SourceRecord } from '../source.ts';
import type { Row } from './rows.ts';
import { nameKey } from './take-values.ts';
import type { DateOrder } from './written-times.ts';

interface Settings {
  readonly order: DateOrder | undefined;
  /** Of times without an offset. */
  readonly timezone: string | undefined;
  /** For messages. */
  readonly title: string;
}

export class Reading extends Gathering {
  readonly settings: Settings;
  /** Records that no row describes: pointers name them. */
  readonly created: SourceRecord[] = [];
  /** Why the row that is being read cannot be trusted. */
  refusal: string | undefined;
  readonly #ids = new Map<string, string>();
  /** Several fields may have a value from one cell, such as the date of a start and an end. */
  readonly #reported = new Set<string>();

  constructor(settings: Settings) {
    super();
    this.settings = settings;
  }

  /** A value that is left out. */
  report({ file, path }: Row, message: string, suggestion?: string): undefined {
    const at = file.spanOf(path);
    const key = `${at.file}:${at.line}:${at.column} ${message}`;
    if (!this.#reported.has(key)) this.diagnostics.push(unreadable(at, message, suggestion));
    this.#reported.add(key);
  }

  /** A value without which the row cannot be trusted. */
  refuse(found: Row, message: string, suggestion?: string): undefined {
    this.refusal ??= message;
    this.report(found, message, suggestion);
  }

  /** Pointers find a record by its key or its name. */
  register(kind: KindName, id: string, name = id): void {
    this.#ids.set(`${kind} ${nameKey(id)}`, id);
    if (this.find(kind, name) === undefined) this.#ids.set(`${kind} ${nameKey(name)}`, id);
  }

  find(kind: KindName, text: string): string | undefined {
    return this.#ids.get(`${kind} ${nameKey(text)}`);
  }

  create(kind: KindName, text: string, { file, path }: Row): string {
    const { page, fields } = kindNamed(kind);
    const id = oneLine(text);
    this.register(kind, id);
    const status = 'status' in fields ? { status: 'published' } : {};
    this.created.push({ kind, id, fields: { ...status, [page?.title ?? 'title']: id }, at: file.spanOf(path) });
    return id;
  }
}

/**
 * What readers of programmes gather: slots, and the people, rooms and categories that these mention. An entry that takes
 * place several times has one key: its slots are numbered in the order of their times.
 */
import { count } from '../diagnostics/count.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Json } from '../values/json.ts';
import { withoutEmpty } from './entry.ts';
import { Gathering, type FoundFacts } from './gathering.ts';
import type { SourceContent, SourceRecord } from './source.ts';

/** Empty values are left out. */
type Fields = Readonly<Record<string, Json | undefined>>;

/** Both times have an offset. */
export interface SlotTime {
  readonly start: string;
  readonly end: string;
  readonly timezone?: string;
}

interface Slot {
  readonly key: string;
  readonly at: Span;
  readonly fields: Fields;
  /** The name of its room, for the order of slots that start together. */
  readonly room?: string;
  /** The reader has reported why there is none. */
  readonly time: SlotTime | undefined;
}

export interface Days {
  readonly first: string;
  readonly last: string;
}

/** Event days end at 06:00: what goes on until then is on none of the next day. */
const DAY_ENDS = 6 * 3_600_000;

export class Programme extends Gathering {
  readonly kind: 'session' | 'event';
  readonly #slots: Slot[] = [];
  readonly #mentioned = new Map<string, SourceRecord>();

  constructor(kind: 'session' | 'event') {
    super();
    this.kind = kind;
  }

  addSlot(slot: Slot): void {
    this.#slots.push(slot);
  }

  /** A person, a room or a category. Each mention may have a part of what is known; the first one counts. Returns its id. */
  mention(kind: KindName, id: string, at: Span, fields: Fields, keyGroup?: string): string {
    const key = `${kind} ${id}`;
    const before = this.#mentioned.get(key);
    const known = { ...published(kind), ...withoutEmpty(fields), ...before?.fields };
    this.#mentioned.set(key, { kind, id, at, ...(keyGroup !== undefined && { keyGroup }), ...before, fields: known });
    return id;
  }

  has(kind: KindName, id: string): boolean {
    return this.#mentioned.has(`${kind} ${id}`);
  }

  /** Of the slots so far. */
  get days(): Days | undefined {
    const times = this.#slots.flatMap(({ time }) => time ?? []);
    const dayAt = (text: string, before = 0): string =>
      new Date(Date.parse(`${text.slice(0, 19)}Z`) - before).toISOString().slice(0, 10);
    const days = times.flatMap(({ start, end }) => {
      const first = dayAt(start);
      const last = dayAt(end, DAY_ENDS + 1000);
      return [first, last > first ? last : first];
    });
    const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
    return first === undefined ? undefined : { first, last: last! };
  }

  override content(facts: FoundFacts): SourceContent {
    const slots = [...new Map(this.#slots.toReversed().map((slot) => [identityOf(slot), slot])).values()].toReversed();
    const groups = [...Map.groupBy(slots, ({ key }) => key)];
    for (const [key, group] of groups) this.#number(key, group);
    this.records.push(...this.#mentioned.values());
    const repeated = groups.filter(([, { length }]) => length > 1).length;
    if (repeated > 0)
      this.findings.push(`${count(repeated, this.kind)} with several times, which are numbered in their order`);
    const listed = this.#slots.length - slots.length;
    if (listed > 0) this.findings.push(`${count(listed, this.kind)} listed again without a difference: imported once`);
    return super.content(facts);
  }

  #number(key: string, group: readonly Slot[]): void {
    // Without the time of one slot, the numbers of all are uncertain.
    const isClear = group.every(({ time }) => time);
    const epochOf = ({ time }: Slot): number => (isClear ? Date.parse(time!.start) : 0);
    const inOrder = group.toSorted(
      (a, b) => epochOf(a) - epochOf(b) || (a.room ?? '').localeCompare(b.room ?? '', 'en'),
    );
    for (const [index, { at, fields }] of inOrder.entries())
      this.records.push({
        kind: this.kind,
        id: index === 0 ? key : `${key}/${index + 1}`,
        fields: isClear ? { ...published(this.kind), ...withoutEmpty(fields) } : {},
        at,
        keyGroup: key,
        ...(!isClear && { unclear: 'its title or its time cannot be read' }),
      });
  }
}

/** Without a time, nothing shows that two are the same. */
const identityOf = (slot: Slot): unknown => (slot.time ? JSON.stringify([slot.key, slot.room, slot.fields]) : slot);

const published = (kind: KindName) => ('status' in kindNamed(kind).fields ? { status: 'published' } : {});

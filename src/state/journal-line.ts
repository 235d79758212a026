/**
 * The lines that a run writes as it proceeds. Each line describes a state and not a change, so repeating it does no
 * harm.
 */
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { kindShape, type KindName } from '../kinds/registry.ts';
import { addressShape, isAddressOf } from '../model/address-shape.ts';
import type { BaseEntry } from '../model/base.ts';
import * as is from '../values/shape.ts';
import { readStrictJson } from '../values/strict-json.ts';
import { entryShape } from './entry-shape.ts';
import { withReplacedList } from './first-version.ts';

/**
 * Before a request that writes: it is about to be sent. An intent stays open until there is evidence, however many
 * others follow for the same address: the outcome that names it, the object itself, or a list that does not contain the
 * object long enough after the request can last have been sent.
 */
export interface Intent {
  readonly type: 'intent';
  readonly address: string;
  readonly kind: KindName;
  /** Identifies the intent, and is sent with a creation as its `Idempotency-Key`. */
  readonly idempotencyKey: string;
  /** The first version recorded only creations, without naming the action. */
  readonly action?: 'create' | 'update';
  /** The object that is updated. */
  readonly id?: string;
  /** The objects that a creation replaces. */
  readonly replaces?: readonly string[];
  /** The time at which this line was written, by our clock; the request may be sent later. */
  readonly at?: number;
  /** The latest time at which the request can have been sent, once known. */
  readonly leftBy?: number;
  /** The service confirmed the creation without identifying the object. */
  readonly confirmed?: true;
  /** Digests of what is sent, to compare with the object if the run dies before it records a base. */
  readonly leaves: Readonly<Record<string, string>>;
  /** Digests of the normal forms, which services that respell texts preserve. */
  readonly echoes?: Readonly<Record<string, string>>;
  /** The values that the object is recognised by. */
  readonly naturalKey?: JsonObject;
}

/**
 * After a change: the new entry. `settles` names the intents that it answers; the first version settled all of them.
 */
export type Outcome =
  /** Created, updated or adopted. */
  | { readonly type: 'written'; readonly address: string; readonly entry: BaseEntry; readonly settles?: Keys }
  | {
      readonly type: 'moved';
      readonly address: string;
      readonly from: string;
      readonly entry: BaseEntry;
      readonly settles?: Keys;
    }
  /** Deleted at `at` by our clock: the object of the document, or one that it replaced. */
  | {
      readonly type: 'deleted';
      readonly address: string;
      readonly id: string;
      readonly at: number;
      readonly settles?: Keys;
    }
  /** No longer managed. */
  | { readonly type: 'forgotten'; readonly address: string; readonly settles?: Keys }
  /** The intents certainly had no effect. */
  | { readonly type: 'dropped'; readonly address: string; readonly settles?: Keys };

type Keys = readonly string[];

export type JournalLine = Intent | Outcome;

/** Announcements of the first version had no key. */
export const keyOf = ({ idempotencyKey, address }: Pick<Intent, 'idempotencyKey' | 'address'>): string =>
  idempotencyKey === '' ? address : idempotencyKey;

const settles = is.optional(is.listOf(is.text));
const about = { address: addressShape, settles };

const lineShape: is.Shape<JournalLine> = is.byKey('type', {
  intent: is.objectOf<Intent>({
    type: is.exactly('intent'),
    address: addressShape,
    kind: kindShape,
    idempotencyKey: is.text,
    action: is.optional(is.oneOf(['create', 'update'])),
    id: is.optional(is.text),
    replaces: is.optional(is.listOf(is.text)),
    at: is.optional(is.number),
    leftBy: is.optional(is.number),
    confirmed: is.optional(is.exactly(true)),
    leaves: is.recordOf(is.text),
    echoes: is.optional(is.recordOf(is.text)),
    naturalKey: is.optional(is.anyObject),
  }),
  written: is.objectOf<OutcomeOf<'written'>>({ type: is.exactly('written'), ...about, entry: entryShape }),
  moved: is.objectOf<OutcomeOf<'moved'>>({
    type: is.exactly('moved'),
    ...about,
    from: addressShape,
    entry: entryShape,
  }),
  deleted: is.objectOf<OutcomeOf<'deleted'>>({ type: is.exactly('deleted'), ...about, id: is.text, at: is.number }),
  forgotten: is.objectOf<OutcomeOf<'forgotten'>>({ type: is.exactly('forgotten'), ...about }),
  dropped: is.objectOf<OutcomeOf<'dropped'>>({ type: is.exactly('dropped'), ...about }),
});

type OutcomeOf<Type extends Outcome['type']> = Extract<Outcome, { type: Type }>;

export const writtenLine = (line: JournalLine): string => `${JSON.stringify(line)}\n`;

export interface ReadJournal {
  readonly lines: readonly JournalLine[];
  /** The length of the complete lines in bytes. The rest was being written when the process died. */
  readonly wholeBytes: number;
  /** The number of a complete line that is not a valid journal line. */
  readonly damagedAt?: number;
  /** Why it is not, as part of a sentence. */
  readonly why?: string;
}

export function readJournal(text: string): ReadJournal {
  const wholeBytes = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1));
  const lines: JournalLine[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const line = parse(text.slice(start, end));
    if (typeof line === 'string') return { lines, wholeBytes, damagedAt: lines.length + 1, why: line };
    lines.push(line);
    start = end + 1;
  }
  return { lines, wholeBytes };
}

/** The line, or why it cannot be used. */
function parse(text: string): JournalLine | string {
  const json = readStrictJson(text);
  if (!json.ok) return json.why;
  const line: unknown = upgraded(json.value);
  if (!is.hasShape(line, lineShape)) return is.describeMismatch(is.mismatchOf(line, lineShape)!);
  const kind = kindIn(line);
  if (kind === undefined || isAddressOf(line.address, kind)) return line;
  return `${line.address} is not the address of a document of the kind ${kind}`;
}

function kindIn(line: JournalLine): KindName | undefined {
  if (line.type === 'intent') return line.kind;
  return 'entry' in line ? line.entry.kind : undefined;
}

const upgraded = (line: Json): Json =>
  isObject(line) && line['entry'] !== undefined ? { ...line, entry: withReplacedList(line['entry']) } : line;

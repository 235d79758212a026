/** What a run writes down as it goes. Each line says how things are, not how they changed: told twice, it is as true. */
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { kindShape } from '../kinds/kind-shape.ts';
import type { KindName } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';
import * as is from '../values/shape.ts';
import { entryShape } from './entry-shape.ts';
import { withReplacedList } from './first-version.ts';

/**
 * Before a request that writes: it is about to be sent. An intent stays open until evidence settles it, however many others
 * follow for the same address: the outcome that names it, the object itself, or a list that lacks the object long enough
 * after the request can last have left.
 */
export interface Intent {
  readonly type: 'intent';
  readonly address: string;
  readonly kind: KindName;
  /** Names the intent, and goes along with a creation as its `Idempotency-Key`. */
  readonly idempotencyKey: string;
  /** The first version wrote down creations only, and did not say so. */
  readonly action?: 'create' | 'update';
  /** The object that is updated. */
  readonly id?: string;
  /** The objects that a creation takes the place of. */
  readonly replaces?: readonly string[];
  /** When this line was written, by our clock; the request may leave later. */
  readonly at?: number;
  /** When the request can last have left, once that is known. */
  readonly leftBy?: number;
  /** The service answered that it made the object, without saying which. */
  readonly confirmed?: true;
  /** Digests of what is sent: what the object is compared with if nobody lives to write down its base. */
  readonly leaves: Readonly<Record<string, string>>;
  /** The same for the normal form of each, which services that respell texts keep. */
  readonly echoes?: Readonly<Record<string, string>>;
  /** What the object is recognised by. */
  readonly naturalKey?: JsonObject;
}

/** After a change: what is known now. `settles` names the intents that it answers; the first version settled them all. */
export type Outcome =
  /** Created, updated or taken over. */
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
  /** Not managed any more. */
  | { readonly type: 'forgotten'; readonly address: string; readonly settles?: Keys }
  /** The intents came to nothing, and that is certain. */
  | { readonly type: 'dropped'; readonly address: string; readonly settles?: Keys };

type Keys = readonly string[];

export type JournalLine = Intent | Outcome;

/** Announcements of the first version had no key of their own. */
export const keyOf = ({ idempotencyKey, address }: Pick<Intent, 'idempotencyKey' | 'address'>): string =>
  idempotencyKey === '' ? address : idempotencyKey;

const settles = is.optional(is.listOf(is.text));
const about = { address: is.text, settles };

const lineShape: is.Shape<JournalLine> = is.byKey('type', {
  intent: is.objectOf<Intent>({
    type: is.exactly('intent'),
    address: is.text,
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
  moved: is.objectOf<OutcomeOf<'moved'>>({ type: is.exactly('moved'), ...about, from: is.text, entry: entryShape }),
  deleted: is.objectOf<OutcomeOf<'deleted'>>({ type: is.exactly('deleted'), ...about, id: is.text, at: is.number }),
  forgotten: is.objectOf<OutcomeOf<'forgotten'>>({ type: is.exactly('forgotten'), ...about }),
  dropped: is.objectOf<OutcomeOf<'dropped'>>({ type: is.exactly('dropped'), ...about }),
});

type OutcomeOf<Type extends Outcome['type']> = Extract<Outcome, { type: Type }>;

export const writtenLine = (line: JournalLine): string => `${JSON.stringify(line)}\n`;

export interface ReadJournal {
  readonly lines: readonly JournalLine[];
  /** Bytes of the whole lines. What follows them was being written when the process died. */
  readonly wholeBytes: number;
  /** The number of a line that is no journal line although it is whole. */
  readonly damagedAt?: number;
}

export function readJournal(text: string): ReadJournal {
  const wholeBytes = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1));
  const lines: JournalLine[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const line = parse(text.slice(start, end));
    if (!line) return { lines, wholeBytes, damagedAt: lines.length + 1 };
    lines.push(line);
    start = end + 1;
  }
  return { lines, wholeBytes };
}

function parse(text: string): JournalLine | undefined {
  try {
    const line = upgraded(JSON.parse(text) as Json);
    return is.hasShape(line, lineShape) ? line : undefined;
  } catch {
    return undefined;
  }
}

const upgraded = (line: Json): Json =>
  isObject(line) && line['entry'] !== undefined ? { ...line, entry: withReplacedList(line['entry']) } : line;

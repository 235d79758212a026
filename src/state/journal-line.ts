/**
 * The lines that a run writes as it proceeds. Each line describes a state and not a change, so repeating it does no
 * harm.
 */
import { UserError } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import { kindShape, type KindName } from '../kinds/registry.ts';
import type { BaseEntry, BaseLeaf } from '../model/base.ts';
import { addressShape, isAddressOf } from '../model/address-shape.ts';
import * as is from '../values/shape.ts';
import { readStrictJson } from '../values/strict-json.ts';

/** The shape of a document's entry in a state or a journal. */
export const leafShape = is.objectOf<BaseLeaf>({ sent: is.text, answered: is.text });

export const entryFields = {
  kind: kindShape,
  id: is.filledText,
  leaves: is.recordOf(leafShape),
  updatedAt: is.optional(is.text),
  seen: is.optional(is.recordOf(is.text)),
  edited: is.optional(is.exactly(true)),
  kept: is.optional(is.exactly(true)),
  writtenAt: is.optional(is.number),
  protect: is.optional(is.exactly(true)),
  body: is.optional(is.text),
  replaces: is.optional(is.listOf(is.filledText)),
} satisfies is.Fields<BaseEntry>;

const entryShape = is.objectOf<BaseEntry>(entryFields);

const intentShape = is.object({
  type: is.exactly('intent'),
  address: addressShape,
  kind: kindShape,
  /** Identifies the intent, and is sent with a creation as its `Idempotency-Key`. */
  idempotencyKey: is.filledText,
  action: is.oneOf(['create', 'update']),
  /** The object that is updated. */
  id: is.optional(is.text),
  /** The objects that a creation replaces. */
  replaces: is.optional(is.listOf(is.text)),
  /** The time at which this line was written, by our clock; the request may be sent later. */
  at: is.number,
  /** The latest time at which the request can have been sent, once known. */
  leftBy: is.optional(is.number),
  /** The service confirmed the creation without identifying the object. */
  confirmed: is.optional(is.exactly(true)),
  /** Digests of what is sent, to compare with the object if the run dies before it records a base. */
  leaves: is.recordOf(is.text),
  /** Digests of the normal forms, which services that respell texts preserve. */
  echoes: is.recordOf(is.text),
  /** The values that a created object is recognised by. */
  naturalKey: is.optional<JsonObject>(is.anyObject),
});

/**
 * Before a request that writes: it is about to be sent. An intent stays open until there is evidence, however many
 * others follow for the same address: the outcome that names it, the object itself, or a list that does not contain the
 * object long enough after the request can last have been sent.
 */
export type Intent = is.InferOf<typeof intentShape>;

/** `settles` names the intents that an outcome answers. */
const about = { address: addressShape, settles: is.listOf(is.text) };

const outcomeShapes = {
  /** Created, updated or adopted. */
  written: is.object({ type: is.exactly('written'), ...about, entry: entryShape }),
  moved: is.object({ type: is.exactly('moved'), ...about, from: addressShape, entry: entryShape }),
  /** Deleted at `at` by our clock: the object of the document, or one that it replaced. */
  deleted: is.object({ type: is.exactly('deleted'), ...about, id: is.text, at: is.number }),
  /** No longer managed. */
  forgotten: is.object({ type: is.exactly('forgotten'), ...about }),
  /** The intents certainly had no effect. */
  dropped: is.object({ type: is.exactly('dropped'), ...about }),
};

/** After a change: the new entry. */
export type Outcome = is.InferOf<(typeof outcomeShapes)[keyof typeof outcomeShapes]>;

export type JournalLine = Intent | Outcome;

const lineShape: is.Shape<JournalLine> = is.byKey('type', { intent: intentShape, ...outcomeShapes });

export const writtenLine = (line: JournalLine): string => `${JSON.stringify(line)}\n`;

/** A part of the state that cannot be read. */
export const unusable = (what: string): UserError =>
  new UserError(what, {
    suggestion:
      'run `gitcast state rebuild`: it finds everything on the target again by title, and creates nothing twice',
  });

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

function parse(text: string): JournalLine | string {
  const json = readStrictJson(text);
  return json.ok ? lineFrom(json.value) : json.why;
}

/** The line, or why it cannot be used. */
export function lineFrom(line: unknown): JournalLine | string {
  if (!is.hasShape(line, lineShape)) return is.describeMismatch(is.mismatchOf(line, lineShape)!);
  const kind = kindIn(line);
  if (kind === undefined || isAddressOf(line.address, kind)) return line;
  return `${line.address} is not the address of a document of the kind ${kind}`;
}

function kindIn(line: JournalLine): KindName | undefined {
  if (line.type === 'intent') return line.kind;
  return 'entry' in line ? line.entry.kind : undefined;
}

/** What a run writes down as it goes. Each line says how things are, not how they changed: told twice, it is as true. */
import { isObject, type JsonObject } from '../diagnostics/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';

/** Before a POST: it is about to be sent. */
export interface Intent {
  readonly type: 'intent';
  readonly address: string;
  readonly kind: KindName;
  readonly idempotencyKey: string;
  /** Digests of what is sent: what the object is compared with if nobody lives to write down its base. */
  readonly leaves: Readonly<Record<string, string>>;
}

/** After a change: what is known now. */
export type Outcome =
  /** Created, updated or taken over. */
  | { readonly type: 'written'; readonly address: string; readonly entry: BaseEntry }
  | { readonly type: 'moved'; readonly address: string; readonly from: string; readonly entry: BaseEntry }
  /** Deleted at `at` by our clock: the object of the document, or the one that it replaced. */
  | { readonly type: 'deleted'; readonly address: string; readonly id: string; readonly at: number }
  /** Not managed any more. */
  | { readonly type: 'forgotten'; readonly address: string }
  /** The intent came to nothing, and that is certain. */
  | { readonly type: 'dropped'; readonly address: string };

export type JournalLine = Intent | Outcome;

const TYPES = new Set<string>([
  'intent',
  'written',
  'moved',
  'deleted',
  'forgotten',
  'dropped',
] satisfies JournalLine['type'][]);

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
    const line = JSON.parse(text) as unknown;
    return isJournalLine(line) ? (line as unknown as JournalLine) : undefined;
  } catch {
    return undefined;
  }
}

function isJournalLine(line: unknown): line is JsonObject {
  if (!isObject(line) || typeof line['address'] !== 'string') return false;
  return typeof line['type'] === 'string' && TYPES.has(line['type']);
}

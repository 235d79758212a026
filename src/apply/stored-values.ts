/** Reports values that a service did not store as they were sent. */
import type { Json, JsonObject } from '../values/json.ts';
import type { BaseEntry } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { isSensitiveLeaf } from '../plan/fields/credentials.ts';
import { leafAt, topLevelKey } from '../values/leaves.ts';
import type { Change } from '../plan/plan.ts';
import { holdsSecret, isMarked } from '../plan/fields/secrets.ts';
import { isStoredAs } from '../plan/fields/echo.ts';

/** Both values from shortly before the first difference, shortened. */
export interface StoredValue {
  /** The path of the field, with dots. */
  readonly field: string;
  /** The value that was sent. */
  readonly sent: string;
  /** The value that the service stored. */
  readonly stored: string;
  /** For a text that was cut: how many characters remain. */
  readonly cutAfter?: number;
}

interface Written {
  readonly change: Change;
  /** The sent body, with secrets by name. */
  readonly named: JsonObject;
  /** The body that the service answered, or showed when it was read back. */
  readonly record: RemoteRecord | undefined;
  readonly present: BaseEntry | undefined;
  readonly entry: BaseEntry;
}

/** Only differences that the base does not have yet: the others were reported by the run that sent them. */
export function storedValues({ change, named, record, present, entry }: Written): readonly StoredValue[] {
  if (!record) return [];
  const cleared = change.fields.filter(({ after }) => (after ?? null) === null).map(({ name }) => name);
  return [...new Set([...change.sets, ...cleared])].flatMap((field): readonly StoredValue[] => {
    const [sent, stored] = [leafAt(named, field), leafAt(record.fields, field)];
    if (sent === stored) return [];
    const [before, after] = [present?.leaves[field], entry.leaves[field]];
    const isSecret = isSensitiveLeaf(change, field) || holdsSecret(sent) || isMarked(before?.sent);
    if (isSecret || record.hidden.includes(topLevelKey(field)) || isStoredAs(sent, stored)) return [];
    const isKnown = after !== undefined && before?.sent === after.sent && before.answered === after.answered;
    return isKnown ? [] : [shortened(field, textOf(sent), textOf(stored))];
  });
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const BEFORE = 30;
const LENGTH = 100;

function shortened(field: string, sent: string, stored: string): StoredValue {
  let same = 0;
  while (same < sent.length && sent[same] === stored[same]) same++;
  const from = Math.max(0, same - BEFORE);
  const part = (text: string): string => {
    const cut = text.slice(from, from + LENGTH).toWellFormed();
    return `${from > 0 ? '…' : ''}${cut}${text.length > from + LENGTH ? '…' : ''}`;
  };
  const isCut = stored !== '' && stored !== sent && sent.startsWith(stored);
  return { field, sent: part(sent), stored: part(stored), ...(isCut && { cutAfter: [...stored].length }) };
}

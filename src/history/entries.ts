/** The programme at one commit. */
import { isFor } from '../content/target-content.ts';
import { layData } from '../content/overlay.ts';
import { isInFile } from '../kinds/file-form.ts';
import type { Kind } from '../kinds/kind.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import { readInstant } from '../values/instants.ts';
import { valueAt, type JsonObject, type Path } from '../values/json.ts';

export interface EntrySettings {
  readonly timezone: string;
  readonly target: string;
  readonly targets: readonly string[];
}

/** An entry of the programme as visitors saw it. */
export interface Entry {
  readonly id?: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  /** A pointer as written. */
  readonly where?: string;
  readonly cancelled: boolean;
}

/** Undefined if visitors did not see it; `invalid` if it had errors, so that it was not published. */
export function entryOf(
  kind: Kind,
  layers: readonly JsonObject[],
  { timezone, target, targets }: EntrySettings,
): Entry | 'invalid' | undefined {
  const [lowest, ...others] = layers;
  if (!lowest) return undefined;
  const data = others.reduce(layData, lowest);
  const { status } = kind.fields;
  if (status && isInFile(status) && data['status'] !== 'published') return undefined;
  if (!isFor(target, targets, { data })) return undefined;
  const { programme, title: titleField } = kind.page!;
  const { start, end } = instantsOf(kind, data, timezone);
  const title = data[titleField];
  if (start === undefined || end === undefined || typeof title !== 'string' || title === '') return 'invalid';
  const where = programme!.where === undefined ? undefined : data[programme!.where];
  const id = data['$id'];
  return {
    title,
    start,
    end,
    cancelled: data['$cancelled'] === true,
    ...(typeof where === 'string' && where !== '' && { where }),
    ...(typeof id === 'string' && { id }),
  };
}

/** Times without an offset are in the time zone of the document, or of the site. */
export function instantsOf({ page }: Kind, data: JsonObject, timezone: string) {
  const programme = page!.programme!;
  const announced = programme.timezone && valueAt(data, programme.timezone);
  const zone = typeof announced === 'string' && isTimezone(announced) ? announced : timezone;
  return { start: instantAt(data, programme.start, zone), end: instantAt(data, programme.end, zone) };
}

function instantAt(data: JsonObject, path: Path, timezone: string): number | undefined {
  const text = valueAt(data, path);
  const read = typeof text === 'string' ? readInstant(text, timezone) : undefined;
  return read?.type === 'instant' ? read.epoch : undefined;
}

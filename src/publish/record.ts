/**
 * Reads the record that a host keeps of what is published. One that cannot be read stops the run: without it, nobody
 * knows which files are gitcast's, and a release would forget the earlier ones.
 */
import { UserError } from '../diagnostics/errors.ts';
import { option, worded } from '../diagnostics/wording.ts';
import { isObject } from '../values/json.ts';
import { hasShape, type Shape } from '../values/shape.ts';

export interface RecordOptions {
  /** For display. */
  readonly name: string;
  /** Count a damaged record as none. */
  readonly takeOver: boolean;
}

/** Undefined without a record. */
export function readRecord<T>(text: string | undefined, shape: Shape<T>, options: RecordOptions): T | undefined {
  if (text === undefined) return undefined;
  const value = parsed(text);
  if (hasShape(value, shape)) return value;
  const { name, takeOver } = options;
  if (isNewer(value)) {
    throw new UserError(`${name} was written by a newer version of gitcast`, {
      suggestion: 'update gitcast, then run gitcast publish again',
    });
  }
  if (takeOver) return undefined;
  throw unreadable(`${name} is damaged`);
}

export const unreadable = (what: string): UserError =>
  new UserError(`${what}, so it is not known which files gitcast published`, {
    suggestion: worded`restore it from a backup; or add ${option('takeOver')} to begin a new record, which deletes no file and forgets the earlier releases`,
  });

export const beginsAnew = (name: string): string =>
  `${name} cannot be read: a new record begins, and no file is deleted`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A record may contain another one. */
const isNewer = (value: unknown): boolean =>
  isObject(value) && ((typeof value['version'] === 'number' && value['version'] > 1) || isNewer(value['live']));

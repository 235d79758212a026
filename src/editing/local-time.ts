/** A time that somebody entered in a form, in the notation of the one that it replaces. */
import { isObject, valueAt, type Json, type JsonObject } from '../values/json.ts';
import { writtenLike } from '../values/written-instant.ts';
import { zoneAt } from './board.ts';
import { epochOfLocal } from './move-slot.ts';
import type { Operation } from './protocol.ts';

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const isTime = (value: Json | undefined): value is string => typeof value === 'string' && TIME.test(value);

/** A first time is written like one beside it. */
export function inNotation(operation: Operation, data: JsonObject, timezone: string): Operation {
  if (operation.do !== 'set' || !operation.isLocal || !isTime(operation.value)) return operation;
  const { path, value, was } = operation;
  const zone = zoneAt(data, path, timezone);
  const around = valueAt(data, path.slice(0, -1));
  const example = [was, ...(isObject(around) ? Object.values(around) : [])].find(isTime) ?? '';
  return { ...operation, value: writtenLike(example, epochOfLocal(value, zone, isTime(was) ? was : ''), zone) };
}

/**
 * Decides whether a service stored what it was sent. The service may add values, spell a date differently or change the
 * final line break. A text that it trimmed, escaped or cut differs from the file.
 */
import { isObject, type Json } from '../values/json.ts';
import { isSame } from '../values/canonical.ts';
import { isEmpty } from '../values/empty.ts';

export function isStoredAs(sent: Json | undefined, stored: Json | undefined): boolean {
  if (isEmpty(sent) && isEmpty(stored)) return true;
  if (typeof sent === 'string' && typeof stored === 'string')
    return lines(sent) === lines(stored) || isSame(sent, stored);
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      sent.length === stored.length &&
      sent.every((each: Json, index) => isStoredAs(each, stored[index] as Json))
    );
  }
  if (isObject(sent)) return isObject(stored) && Object.keys(sent).every((key) => isStoredAs(sent[key], stored[key]));
  return isSame(sent, stored);
}

const lines = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n+$/, '');

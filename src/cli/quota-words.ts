/** `event=5000 bytes=200MB deliveries=1000`, or `none`. */
import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { kinds, type KindName } from '../kinds/registry.ts';
import type { Quota } from '../project/index.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, kB: 1e3, MB: 1e6, GB: 1e9 };

export function quotaFrom(words: readonly string[]): Quota | undefined {
  if (words.length === 1 && words[0] === 'none') return undefined;
  const documents: Partial<Record<KindName, number>> = {};
  const rest: { bytes?: number; deliveriesPerDay?: number } = {};
  for (const word of words) {
    const [name = '', value = ''] = word.split(/=(.*)/s);
    const limit = limitOf(word, value, name === 'bytes');
    if (name === 'bytes') rest.bytes = limit;
    else if (name === 'deliveries') rest.deliveriesPerDay = limit;
    else documents[kindOf(name)] = limit;
  }
  return { ...(Object.keys(documents).length > 0 && { documents }), ...rest };
}

function limitOf(word: string, text: string, isBytes: boolean): number {
  const [, number, unit = ''] = /^(\d{1,15})(kB|MB|GB)?$/.exec(text) ?? [];
  if (number !== undefined && (isBytes || unit === '')) return Number(number) * UNITS[unit]!;
  throw new UserError(`${word} is not a limit`, {
    suggestion: 'write limits like event=5000, bytes=200MB or deliveries=1000, or none to remove them',
  });
}

function kindOf(name: string): KindName {
  const names = kinds.map((kind) => kind.name);
  const found = names.find((each) => each === name);
  if (found !== undefined) return found;
  const meant = nearest(name, [...names, 'bytes', 'deliveries']);
  throw new UserError(`there is no kind ${name}`, {
    suggestion: meant === undefined ? `use bytes, deliveries or one of ${names.join(', ')}` : `did you mean ${meant}?`,
  });
}

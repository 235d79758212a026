/** `event=5000 bytes=200MB deliveries=none`, or `none` for all. */
import { UserError } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { kinds, type KindName } from '../kinds/registry.ts';
import type { Quota } from '../project/index.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, kB: 1e3, MB: 1e6, GB: 1e9 };

type Limit = number | undefined;

/** A limit that is not named stays. */
export function changedQuota(words: readonly string[], present: Quota | null): Quota | undefined {
  if (words.length === 1 && words[0] === 'none') return undefined;
  const documents = new Map<string, Limit>(Object.entries(present?.documents ?? {}));
  let { bytes, deliveriesPerDay }: { bytes?: Limit; deliveriesPerDay?: Limit } = present ?? {};
  for (const word of words) {
    const [name = '', value = ''] = word.split(/=(.*)/s);
    const limit = limitOf(word, value, name === 'bytes');
    if (name === 'bytes') bytes = limit;
    else if (name === 'deliveries') deliveriesPerDay = limit;
    else documents.set(kindOf(name), limit);
  }
  const limited = [...documents].filter(([, limit]) => limit !== undefined);
  const quota = {
    ...(limited.length > 0 && { documents: Object.fromEntries(limited) as Quota['documents'] }),
    ...(bytes !== undefined && { bytes }),
    ...(deliveriesPerDay !== undefined && { deliveriesPerDay }),
  };
  return Object.keys(quota).length === 0 ? undefined : quota;
}

function limitOf(word: string, text: string, isBytes: boolean): Limit {
  if (text === 'none') return undefined;
  const [, number, unit = ''] = /^(\d{1,15})(kB|MB|GB)?$/.exec(text) ?? [];
  if (number !== undefined && (isBytes || unit === '')) return Number(number) * UNITS[unit]!;
  throw new UserError(`${word} is not a limit`, {
    suggestion:
      'write limits like event=5000, bytes=200MB or deliveries=1000; event=none removes one, and none all of them',
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

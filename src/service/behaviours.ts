/**
 * The service's behaviour for each kind, apart from checking its shape. Written by hand from the interface: defaults,
 * derived fields, references and announcements. Kinds that are not listed are stored as sent.
 */
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import { ACCEPTED_EVENT_TYPES } from '../kinds/webhook.ts';
import { invalid, MOST_ERRORS, Problem } from './http/problem.ts';
import type { Profile } from './options.ts';
import { countAtPlace, findRecord } from './store/records.ts';
import type { Work } from './store/work.ts';

interface Circumstances {
  /** The owner of the broadcast. */
  readonly userId: string;
  readonly profile: Profile;
  readonly now: number;
}

export type Fields = Record<string, Json>;

interface Behaviour {
  /** Rejects fields that do not fit what is stored. */
  readonly check?: (fields: Fields, broadcastId: string) => Work<void>;
  /** Completes the fields of a record before it is stored, or rejects them. */
  readonly complete?: (fields: Fields, circumstances: Circumstances) => Fields;
  readonly beforeDelete?: (id: string) => Work<void>;
}

export const behaviours: Partial<Record<KindName, Behaviour>> = {
  event: {
    *check(fields, broadcastId) {
      const { place_id } = fields as { place_id?: string };
      if (place_id === undefined || (yield* findRecord(broadcastId, 'place', place_id))) return;
      throw invalid([{ pointer: '/place_id', detail: 'must be the id of an existing place' }]);
    },
    complete(fields) {
      const { start_time, end_time } = fields as { start_time: string; end_time: string };
      if (Date.parse(end_time) < Date.parse(start_time)) {
        throw invalid([{ pointer: '/end_time', detail: 'must not be before start_time' }]);
      }
      return fields;
    },
  },
  place: {
    *beforeDelete(id) {
      const events = yield* countAtPlace(id);
      if (events === 0) return;
      throw new Problem(
        409,
        'still-referenced',
        `this place is used by ${events} ${events === 1 ? 'event' : 'events'}`,
      );
    },
  },
  article: {
    complete(fields, { now }) {
      const status = fields['status'] ?? 'draft';
      const published =
        status === 'published' ? { published_at: fields['published_at'] ?? new Date(now).toISOString() } : {};
      return { ...fields, status, ...published, excerpt: excerptOf(fields['content']) };
    },
  },
  webhook: {
    complete(fields, { profile }) {
      const allowed: readonly string[] = ACCEPTED_EVENT_TYPES[profile];
      const detail = `must be one of ${allowed.join(', ')}`;
      const errors = (fields['events'] as readonly string[])
        .entries()
        .filter(([, type]) => !allowed.includes(type))
        .map(([index]) => ({ pointer: `/events/${index}`, detail }))
        .take(MOST_ERRORS + 1)
        .toArray();
      if (errors.length > 0) throw invalid(errors);
      return { active: true, ...fields };
    },
  },
  session: {
    complete(fields) {
      if (!isObject(fields['time'])) throw invalid([{ pointer: '/time', detail: 'must be an object' }]);
      return { status: 'draft', blocks: [], ...fields };
    },
  },
  page: { complete: (fields) => ({ status: 'draft', ...fields }) },
  media: { complete: (fields, { userId }) => ({ ...fields, _userId: userId }) },
  broadcast: { complete: (fields) => ({ ...fields, status: 'idle' }) },
};

/** The first 160 characters of the text, with the markup removed. */
function excerptOf(content: Json | undefined): string {
  if (typeof content !== 'string') return '';
  const text = content
    .slice(0, 4000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#*_`>|~-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...text].slice(0, 160).join('');
}

/** Plain http is allowed only if the operator permits it, and only to this machine. */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname));
}

export const isVisible = (fields: JsonObject | undefined, at: number): boolean =>
  fields?.['status'] === 'published' && Date.parse(fields['published_at'] as string) <= at;

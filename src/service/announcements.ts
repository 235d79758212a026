/** Decides which changes are sent to webhooks. */
import type { KindName } from '../kinds/registry.ts';
import { kindNamed } from '../kinds/registry.ts';
import { isVisible } from './behaviours.ts';
import type { Profile } from './options.ts';
import type { Announcement } from './outbox.ts';
import { createRepresent } from './representation.ts';
import { fieldsOf, type StoredRecord } from './store/records.ts';

interface Change {
  readonly kind: KindName;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
  readonly profile: Profile;
  readonly now: number;
}

const DOCUMENTED = new Set(['event.created', 'event.updated', 'event.deleted', 'place.created']);
const represent = createRepresent(new Set());

export function announcements(change: Change): readonly Announcement[] {
  const { kind, before, after, profile, now } = change;
  if (kindNamed(kind).surface !== 'A') return [];
  const type = `${kind}.${before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'}`;
  const record = (after ?? before)!;
  const data = (): string => represent(record, 'A');
  const announced = profile === 'extended' || DOCUMENTED.has(type) ? [{ type, record, data, dueAt: now }] : [];
  const publication = kind === 'article' && after ? publicationAt(before, after, now) : undefined;
  return publication === undefined
    ? announced
    : [...announced, { type: 'article.published', record, data, dueAt: publication }];
}

/**
 * The time at which this change makes an article visible: now, its publication time, or never (already visible, or a
 * draft).
 */
function publicationAt(before: StoredRecord | undefined, after: StoredRecord, now: number): number | undefined {
  const fields = fieldsOf(after);
  if (fields['status'] !== 'published' || isVisible(before && fieldsOf(before), now)) return undefined;
  return Math.max(now, Date.parse(fields['published_at'] as string));
}

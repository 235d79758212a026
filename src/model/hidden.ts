import { kindNamed } from '../kinds/registry.ts';
import type { Entity } from './broadcast.ts';

/** Why visitors never see a document, whatever the time is; undefined when they do, or will. */
export function hiddenBecause({ kind, fields }: Pick<Entity, 'kind' | 'fields'>): 'private' | 'a draft' | undefined {
  if (kind === 'page' && fields['isPrivate'] === true) return 'private';
  const hasStatus = kind !== 'broadcast' && Object.hasOwn(kindNamed(kind).fields, 'status');
  return hasStatus && fields['status'] !== 'published' ? 'a draft' : undefined;
}

import { isInFile } from '../kinds/file-form.ts';
import type { Entity } from './broadcast.ts';

/** Why visitors never see a document at any time; undefined if they do or will. */
export function hiddenBecause(entity: Pick<Entity, 'document' | 'fields'>): 'private' | 'a draft' | undefined {
  if (isPrivate(entity)) return 'private';
  // A status that the service sets describes its own progress, not what visitors see.
  const { status } = entity.document.declaration.fields;
  return status && isInFile(status) && entity.fields['status'] !== 'published' ? 'a draft' : undefined;
}

export function isPrivate({ document: { declaration }, fields }: Pick<Entity, 'document' | 'fields'>): boolean {
  const flag = declaration.visibility?.private;
  return flag !== undefined && fields[flag] === true;
}

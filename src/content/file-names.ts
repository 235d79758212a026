import { assertNever } from '../diagnostics/errors.ts';
import { place, type Placement } from './placement.ts';

/** The names that other documents use for a file: its address or its name, also in lower case. */
export function namesOf(path: string): readonly string[] {
  return [...nameIn(place(path), path), path.toLowerCase()];
}

function nameIn(placement: Placement, path: string): readonly string[] {
  switch (placement.type) {
    case 'document':
      return [placement.address];
    case 'translation':
      return [placement.of];
    case 'media':
      return [path];
    case 'ignored':
    case 'problem':
      return [];
    default:
      return assertNever(placement);
  }
}

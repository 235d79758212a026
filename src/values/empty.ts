import type { Json } from './json.ts';

/** True for a value that a service may leave out of its answers: it has nothing in it. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

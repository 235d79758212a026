import { describe, expect, it } from 'vitest';
import { assertNever, InternalError } from '../../src/diagnostics/errors.ts';

/** As data from outside passes for a member of a union that it is not. */
const passingFor = (value: unknown): never => value as never;

describe('assertNever', () => {
  it('stops at a value that no case of a closed union handles, and names it', () => {
    expect(() => assertNever(passingFor('paint'))).toThrow(new InternalError('unexpected value paint'));
    expect(() => assertNever(passingFor(undefined))).toThrow(new InternalError('unexpected value undefined'));
  });

  it('shows only the tag of an object, since its other fields may hold a secret', () => {
    const tagged = { type: 'paint', key: 'gck_secret' };
    expect(() => assertNever(passingFor(tagged))).toThrow(new InternalError('unexpected value paint'));
    const untagged = { key: 'gck_secret' };
    expect(() => assertNever(passingFor(untagged))).toThrow(new InternalError('unexpected value without a type'));
  });
});

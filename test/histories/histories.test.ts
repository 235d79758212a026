import { describe, expect, it } from 'vitest';
import { playAll } from './play-all.ts';

describe('random histories of edits, kills, faults, colleagues and odd services', () => {
  it.each([
    { state: 'file' as const, runs: 260, seed: 20_270_618 },
    { state: 'git' as const, runs: 40, seed: 20_270_619 },
  ])(
    'double nothing, lose nothing, and settle at what the files say ($runs of them, state: $state)',
    async (round) => {
      expect(await playAll(round)).toBe('');
    },
    600_000,
  );
});

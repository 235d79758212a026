/**
 * The memory of what was read from git. Commits and blobs never change, so that a later build reads only the commits
 * since. The history is always computed from the whole, and is the same with and without a cache.
 */
import { hash } from 'node:crypto';
import { isObject } from '../values/json.ts';
import type { Commit } from './commits.ts';
import type { Fact } from './facts.ts';

/** Keeps files by name. */
export interface HistoryCache {
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => Uint8Array;
  readonly write: (name: string, bytes: Uint8Array) => void;
}

export interface KnownHistory {
  readonly head: string;
  readonly commits: readonly Commit[];
  /** By folder of content and blob. */
  readonly facts: readonly (readonly [string, Fact])[];
}

/** To be changed with the form of commits and facts. */
const FORM = 1;

/** Depends on everything that decides what is read. */
export const cacheName = (parts: readonly string[]): string =>
  `${hash('sha256', JSON.stringify([FORM, ...parts])).slice(0, 20)}.json`;

/** A file that somebody cut or edited counts as absent. */
export function loadHistory(cache: HistoryCache | undefined, name: string): KnownHistory | undefined {
  if (!cache?.has(name)) return undefined;
  try {
    const { digest, text } = JSON.parse(Buffer.from(cache.read(name)).toString()) as Record<string, unknown>;
    if (typeof text !== 'string' || digest !== hash('sha256', text)) return undefined;
    const history: unknown = JSON.parse(text);
    return isObject(history) ? (history as unknown as KnownHistory) : undefined;
  } catch {
    return undefined;
  }
}

/** Without it, the next build takes longer and is the same. */
export function saveHistory(cache: HistoryCache | undefined, name: string, history: KnownHistory): void {
  const text = JSON.stringify(history);
  try {
    cache?.write(name, Buffer.from(JSON.stringify({ digest: hash('sha256', text), text })));
  } catch {
    // The disk is full or read-only, which a build reports where it matters.
  }
}

/** Continues after a run that did not finish: its journal becomes part of the state before anything else is done. */
import type { Intent } from './journal-line.ts';
import type { Lock } from './file/lock.ts';
import type { LoadedState, StateStore } from './store.ts';

export async function resume(store: StateStore, lock: Lock, now: () => number): Promise<LoadedState> {
  const loaded = withoutFuture(await store.load(), now());
  if (!loaded.interrupted) return loaded;
  const state = { ...loaded, unfinished: loaded.unfinished.map((intent) => dated(intent, lock, now())) };
  await store.save(state, lock);
  return state;
}

/** The clock of another machine may be ahead of ours. Nothing was written later than now, so nothing is waited for longer. */
function withoutFuture(loaded: LoadedState, now: number): LoadedState {
  const ahead = [...loaded.base.entries].filter(([, { writtenAt = 0 }]) => writtenAt > now);
  if (ahead.length === 0) return loaded;
  const dated = ahead.map(([address, entry]) => [address, { ...entry, writtenAt: now }] as const);
  return { ...loaded, base: { ...loaded.base, entries: new Map([...loaded.base.entries, ...dated]) } };
}

/**
 * A run that died can have sent a request until its last sign of life: the line itself, or what the lock shows that it
 * left behind. Without that lock it counts from now.
 */
function dated(intent: Intent, { lastSeen }: Lock, now: number): Intent {
  if (intent.leftBy !== undefined) return intent;
  // A clock ahead of ours does not make us wait longer: nothing was sent later than now.
  return { ...intent, leftBy: Math.min(now, Math.max(intent.at, lastSeen ?? now)) };
}

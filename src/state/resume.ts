/** Continues after a run that did not finish: its journal becomes part of the state before anything else is done. */
import type { Intent } from './journal-line.ts';
import type { Lock } from './file/lock.ts';
import type { LoadedState, StateStore } from './store.ts';

export async function resume(store: StateStore, lock: Lock, now: () => number): Promise<LoadedState> {
  const loaded = await store.load();
  if (!loaded.interrupted) return loaded;
  const state = { ...loaded, unfinished: loaded.unfinished.map((intent) => dated(intent, lock, now())) };
  await store.save(state, lock);
  return state;
}

/**
 * A run that died can have sent a request until its last sign of life: the line itself, or the last renewal of the lock
 * that it left behind. Without that lock it counts from now.
 */
function dated(intent: Intent, { lastSeen }: Lock, now: number): Intent {
  if (intent.leftBy !== undefined) return intent;
  // A clock ahead of ours does not make us wait longer: nothing was sent later than now.
  return { ...intent, leftBy: Math.min(now, Math.max(intent.at, lastSeen ?? now)) };
}

/** The gates that the targets of several broadcasts share: one for each host and key. */
import { Gate, type GateOptions } from '../../remote/http/budget.ts';

export interface Gates {
  readonly gateTo: (host: { readonly baseUrl: string; readonly key: string }, options: GateOptions) => Gate;
}

/** The first target that is opened decides how many requests may be in flight; all of them get the same option. */
export function sharedGates(signal: AbortSignal | undefined): Gates {
  const gates = new Map<string, Gate>();
  return {
    gateTo({ baseUrl, key }, { concurrency, now, sleep }) {
      const name = `${new URL(baseUrl).origin} ${key}`;
      // A run that is stopped alone must not end the wait of the others.
      const gate =
        gates.get(name) ?? new Gate({ now, sleep, ...(concurrency && { concurrency }), ...(signal && { signal }) });
      gates.set(name, gate);
      return gate;
    },
  };
}

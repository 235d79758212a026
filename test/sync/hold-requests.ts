import type { Faults } from '../service/faults.ts';
import type { Stage } from './stage.ts';

export interface HeldRequests {
  /** Resolves when the first one is held. */
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

/** Keeps requests with this method waiting at the target: until they are released, a run that sends one cannot end. */
export function holdRequests({ theatre }: Stage, method: string): HeldRequests {
  const faults = theatre.service.faults as { -readonly [name in keyof Faults]: Faults[name] };
  const strike = faults.strike.bind(faults);
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  faults.strike = async (...request) => {
    if (request[0] === method) {
      arrived.resolve();
      await released.promise;
    }
    return strike(...request);
  };
  return { arrived: arrived.promise, release: () => released.resolve() };
}

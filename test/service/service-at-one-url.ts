/**
 * One URL for all tests of a file, with the service of the present test behind it. What a test prepared for the others, such
 * as a synced repository, names the URL of its target, so it can be copied only if the copy of the target is there too.
 */
import { afterAll, beforeAll } from 'vitest';
import { openDoor, type Door } from '../../src/service/service-listener.ts';
import { createService, type TestOptions, type TestService } from '../service.ts';

export interface ServiceAtOneUrl {
  readonly url: () => string;
  /** Serves this database instead of the one before, which is closed. */
  readonly serve: (database: string, options: TestOptions) => Promise<TestService>;
  /** Closes the database, so that its file is complete. */
  readonly rest: () => Promise<void>;
}

export function serviceAtOneUrl(): ServiceAtOneUrl {
  let door: Door;
  let present: TestService | undefined;
  const rest = async (): Promise<void> => {
    await present?.deliveries.stop();
    await present?.close();
    present = undefined;
  };
  beforeAll(async () => {
    door = await openDoor({});
  });
  afterAll(async () => {
    await rest();
    await door.close();
  });
  return {
    url: () => door.url,
    serve: async (database, options) => {
      await rest();
      present = await createService(database, options);
      await door.serve(present);
      // Webhooks of tests lead nowhere, and looking up their hosts would delay everything else.
      await present.deliveries.stop();
      return present;
    },
    rest,
  };
}

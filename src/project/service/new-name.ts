import { existsSync } from 'node:fs';
import type { Outside } from '../outside.ts';
import { configOf } from '../settings/load-config.ts';
import { databaseFile, type ServiceSettings } from './service-settings.ts';

/** The broadcast of a new database gets its name from the files, so that the first sync finds no conflict. */
export async function nameOfNew(outside: Outside, settings: ServiceSettings): Promise<string> {
  const isOfProject = settings.database === undefined && !existsSync(databaseFile(outside, settings));
  if (!isOfProject) return 'My broadcast';
  const config = configOf(outside);
  const [{ environmentFor }, { nameOf }] = await Promise.all([
    import('../files/present-content.ts'),
    import('../files/broadcast-name.ts'),
  ]);
  return nameOf(environmentFor(config, outside.folder, config.defaultTarget).checked.broadcast);
}

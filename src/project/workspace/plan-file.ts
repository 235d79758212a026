import { join } from 'node:path';

/** The saved plan of a broadcast in a folder of plans. */
export const planFile = (plans: string, folder: string): string =>
  join(plans, `${folder === '.' ? 'root' : folder}.json`);

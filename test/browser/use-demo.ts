import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { madeOnce } from '../made-once.ts';
import { buildDemo, serveDemo, type DemoSite } from './demo-site.ts';

/** Serves the demo, which is built once per run, for all tests of a file. */
export function useDemo(): DemoSite {
  const site = {} as DemoSite;
  beforeAll(async () => {
    const { folder } = await madeOnce('demo-site', async (made) => {
      await buildDemo(join(made, 'site'));
      return { folder: join(made, 'site') };
    });
    Object.assign(site, await serveDemo(folder));
  });
  afterAll(() => site.close());
  return site;
}

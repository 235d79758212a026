import { afterAll, beforeAll } from 'vitest';
import { serveDemo, type DemoSite } from './demo-site.ts';

/** The site of the demo, from the first test of a file to its last. */
export function useDemo(): DemoSite {
  const site = {} as DemoSite;
  beforeAll(async () => {
    Object.assign(site, await serveDemo());
  }, 120_000);
  afterAll(() => site.close());
  return site;
}

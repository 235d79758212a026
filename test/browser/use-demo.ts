import { afterAll, beforeAll } from 'vitest';
import { serveDemo, type DemoSite } from './demo-site.ts';

/** Serves the demo for all tests of a file. */
export function useDemo(): DemoSite {
  const site = {} as DemoSite;
  beforeAll(async () => {
    Object.assign(site, await serveDemo());
  }, 120_000);
  afterAll(() => site.close());
  return site;
}

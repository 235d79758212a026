import { globSync, readFileSync } from 'node:fs';

/** `npm test` runs these with one fixed seed only, or fewer times (`runs` in test/seed.ts). */
export const REPEATED: readonly string[] = globSync('test/**/*.test.ts').filter(
  (file) => !file.startsWith('test/browser/') && /from 'fast-check'|runs\(\{/.test(readFileSync(file, 'utf8')),
);

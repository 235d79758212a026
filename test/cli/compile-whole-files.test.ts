import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { folderWith } from './in-memory.ts';

const FLAG = new URL('../../src/cli/context.ts', import.meta.url).href;

/** The bytes that Node.js keeps of a module with one long function, which is not called. */
function kept({ whole }: { readonly whole: boolean }): number {
  const folder = folderWith({});
  const module = join(folder, 'long.mjs');
  writeFileSync(module, `export function long(a) {\n${'  a = a * 7 + 1;\n'.repeat(2000)}  return a;\n}\n`);
  const program = `
    import { enableCompileCache, flushCompileCache } from 'node:module';
    import { compileWholeFiles } from ${JSON.stringify(FLAG)};
    ${whole ? 'compileWholeFiles();' : ''}
    enableCompileCache(${JSON.stringify(join(folder, 'cache'))});
    await import(${JSON.stringify(pathToFileURL(module).href)});
    flushCompileCache();
  `;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env });
  const entries = readdirSync(join(folder, 'cache'), { recursive: true, withFileTypes: true });
  const sizes = entries.filter((each) => each.isFile()).map((each) => statSync(join(each.parentPath, each.name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

it('a start finds functions compiled that an earlier start loaded, called or not', () => {
  expect(kept({ whole: true })).toBeGreaterThan(kept({ whole: false }) + 10_000);
});

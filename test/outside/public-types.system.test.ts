import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicTypes } from './public-types.ts';
import { folderOfFile } from '../temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const tsc = (words: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  });

describe('the types of the package', () => {
  const folder = folderOfFile();
  let installed: string;

  beforeAll(() => {
    installed = join(folder, 'node_modules/gitcast');
    mkdirSync(installed, { recursive: true });
    const made = tsc(['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', join(installed, 'lib')]);
    expect(made.stdout).toBe('');
    cpSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'));
  });

  it('have a comment on every export and every member', () => {
    expect(publicTypes(join(installed, 'lib')).undocumented).toEqual([]);
  });

  it('refer to no type that is not exported too', () => {
    expect(publicTypes(join(installed, 'lib')).unexported).toEqual([]);
  });

  it('compile in a strict program that checks its libraries, with @types/node as the only thing to install', () => {
    const program = `import { openProject, RemoteError, UserError, type Project, type ProjectEvent } from 'gitcast';
export const seen: ProjectEvent['type'][] = [];
const signal = AbortSignal.timeout(1000);
const project = openProject({ folder: '.', env: process.env, signal, onEvent: ({ type }) => void seen.push(type) });
export const planned: ReturnType<Project['plan']> = project.plan({ only: ['events/*'] });
export const type = (error: unknown): string | undefined =>
  error instanceof RemoteError ? error.type : error instanceof UserError ? error.suggestion : undefined;
`;
    writeFileSync(join(folder, 'program.ts'), program);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const options = {
      target: 'es2024',
      lib: ['es2024'],
      module: 'nodenext',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.ts'] }));
    expect(tsc(['-p', folder]).stdout).toBe('');
  });
});

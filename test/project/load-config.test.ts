import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/repository/load-config.ts';
import { folderWith } from '../cli/in-memory.ts';

describe('variables', () => {
  const files = { 'gitcast.config.yaml': '', '.env': '# keys\nGITCAST_KEY="from file"\nexport OTHER=1\n' };

  it('are read from .env beside the configuration', () => {
    const { variable } = loadConfig({ cwd: folderWith(files), env: {} });
    expect([variable('GITCAST_KEY'), variable('OTHER'), variable('NONE')]).toEqual(['from file', '1', undefined]);
  });

  it('in the environment override .env', () => {
    const { variable } = loadConfig({ cwd: folderWith(files), env: { GITCAST_KEY: 'from environment' } });
    expect(variable('GITCAST_KEY')).toBe('from environment');
  });

  it('are not printed with a configuration', () => {
    expect(JSON.stringify(loadConfig({ cwd: folderWith(files), env: {} }))).not.toContain('from file');
  });

  it('have no value from the prototype of an object', () => {
    expect(loadConfig({ cwd: folderWith(files), env: {} }).variable('toString')).toBeUndefined();
  });
});

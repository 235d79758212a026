/** The file for Compose, checked by what it has to agree on: no container runtime is needed to see that it does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../e2e/program.ts';
import { stagesOf } from './dockerfile.ts';

const read = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const image = stagesOf(read('Dockerfile')).at(-1)!;

describe('deploy/compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  const { 'copy-1': copy, 'copy-2': other, postgres } = compose.services;

  it('has two equal copies on ports of this machine, which cannot write their files', () => {
    expect({ ...copy, ports: [] }).toEqual({ ...other, ports: [] });
    const published = (port: number): string => `127.0.0.1:${port}:${image.text('EXPOSE')}`;
    expect([...copy.ports, ...other.ports]).toEqual([published(4180), published(4181)]);
    expect(copy).toMatchObject({ read_only: true, cap_drop: ['ALL'], user: image.text('USER'), image: 'gitcast' });
    expect(copy.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(copy.environment.DATABASE_URL).toMatch(/@postgres\/gitcast$/);
    expect(postgres.ports).toBeUndefined();
  });

  it('takes any password, because it is not part of a URL', () => {
    expect(copy.environment.DATABASE_URL).not.toContain('$');
    expect(copy.environment.PGPASSWORD).toBe(postgres.environment.POSTGRES_PASSWORD);
  });
});

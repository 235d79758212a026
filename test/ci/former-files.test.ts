import { describe, expect, it } from 'vitest';
import { formerCiFiles, formerSettings, withoutSettings } from '../../src/start/ci/former-ci-files.ts';
import { digest } from '../../src/values/digest.ts';
import { SUBJECTS } from './ci-subjects.ts';

/** Digests of the files that the version without marks wrote for these repositories, computed by that version. */
const WRITTEN = [
  ['github', 'a new repository', 'ZzLZVvPPCbNFRvYso1rdZp'],
  ['github', 'a promotion, and pages', 'BwyPqJm1FKiRDLF4QqPcnw'],
  ['github', 'a promotion, and gitcast', 'hRqs7FQjua7UWYV87EiGJ8'],
  ['github', 'a promotion, and netlify', 'ldscfkdWf9ZOWOsFysAukk'],
  ['github', 'a promotion, and cloudflare', 'ZIigKCx61yUVqNCY5O_0ao'],
  ['github', 'a workspace with websites', 'UJkD3FzNa2Prd2mRRBwNTv'],
  ['github', 'a workspace', 'KtD9Y6InuZekoGZXObvGGC'],
  ['github', 'secrets', 'LsZjU63EVMS7jwORMXxrqs'],
  ['gitlab', 'a new repository', 'ppj-JnJY379ArqLzHRatPA'],
  ['gitlab', 'a promotion, and pages', 'njP9eRt5TuOIVOWZttgSiC'],
  ['gitlab', 'a promotion, and gitcast', 'aekoJK5GsnagCyUvL16tH2'],
  ['gitlab', 'a promotion, and netlify', 'f_zk5XRslVGMWMaBwCA3nW'],
  ['gitlab', 'a promotion, and cloudflare', 'HeKSke0kA8GlAJcTfQ6GpC'],
  ['gitlab', 'a workspace with websites', '__SPXz4j1WKgjbfQDyuZSs'],
  ['gitlab', 'a workspace', 'dE5wDxrwybS9Q4UM_42wbh'],
  ['gitlab', 'secrets', 'yBxjcPscco4IiDS1OOBdgH'],
  ['script', 'a new repository', 'Dis6WzYqFDXcUyueF-RCod'],
  ['script', 'a promotion, and pages', 'MVt5_VpDiA-tsXvBOVYxoc'],
  ['script', 'a promotion, and gitcast', 'ng93ee7VTym9EABTHPTDf4'],
  ['script', 'a promotion, and netlify', 'R7BQs9paWeXtQbFG3_fI8A'],
  ['script', 'a promotion, and cloudflare', '_dQR-z1buAEyGN1Cpvktd9'],
  ['script', 'a workspace with websites', 'XrJmNpJG9Bo3PqDPQD5WYZ'],
  ['script', 'a workspace', 'JLOAfDzLpyf6JXm_GQ3Q9I'],
  ['script', 'secrets', 'hJpB6JaWDlLTKq-0Flh9Ch'],
] as const;

describe('the files of the version without marks', () => {
  it.each(WRITTEN)('are known byte by byte: %s, with %s', (host, name, written) => {
    const [, subject] = SUBJECTS.find(([each]) => each === name)!;
    const files = Object.entries(formerCiFiles(host, subject)).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(digest(JSON.stringify(files))).toBe(written);
  });
});

describe('the settings at the head of the former script', () => {
  it('are read in each form in which a person may write them', () => {
    const head = `target=live\nkeys="A_KEY B_KEY"\npromote_to='next'\nall=\npublish_to=\${GITCAST_PUBLISH:-www}\n`;
    expect(formerSettings(head)).toEqual({
      target: 'live',
      keys: 'A_KEY B_KEY',
      promote_to: 'next',
      all: '',
      publish_to: 'www',
    });
    expect(withoutSettings(head)).toBe('target=\nkeys=\npromote_to=\nall=\npublish_to=\n');
  });

  it('are no settings if a shell computes them', () => {
    for (const line of ['target=$(cat target)', 'target="$BRANCH"', "target='a' && exit", 'target=`id`']) {
      expect([formerSettings(line), withoutSettings(line)]).toEqual([{}, line]);
    }
  });
});

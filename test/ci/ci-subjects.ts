/** Repositories that `init --ci` writes different files for. */
import type { Config } from '../../src/config/config.ts';
import { CI_PUBLISH } from '../../src/start/ci/ci-subject.ts';
import { ciFiles } from '../../src/start/ci/ci-files.ts';
import type { CiHost, CiSubject } from '../../src/start/ci/ci-subject.ts';

const target = (name: string, $env: string) => ({
  type: 'remote',
  name,
  baseUrl: `https://${name}.example`,
  key: { $env },
});

const configOf = (more: object): Config =>
  ({ content: 'content', secrets: [], publish: {}, imports: {}, state: 'git', ...more }) as unknown as Config;

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

/** Those with everything that files can have. */
export const FULL_SUBJECTS: readonly (readonly [name: string, subject: CiSubject])[] = [
  ...CI_PUBLISH.map((publish): readonly [string, CiSubject] => {
    const config = publish === 'gitcast' ? { ...STAGED, publish: PUBLISHED.publish } : STAGED;
    return [`a promotion, and ${publish}`, { config, branch, publish }];
  }),
  ['a workspace with websites', { config: undefined, branch, workspace: [PUBLISHED, PUBLISHED] }],
];

export const SUBJECTS: readonly (readonly [name: string, subject: CiSubject])[] = [
  ['a new repository', { config: undefined, branch }],
  ...FULL_SUBJECTS,
  ['a workspace', { config: undefined, branch, workspace: [] }],
  ['a promotion that somebody chose', { config: STAGED, branch, promote: 'none' }],
  ['secrets', { config: { ...PUBLISHED, secrets: ['HOOK'] }, branch }],
];

export const textsFor = (
  host: CiHost,
  subject: CiSubject,
  pattern: RegExp,
): readonly (readonly [path: string, text: string])[] =>
  Object.entries(ciFiles(host, subject))
    .map(([path, text]) => [path, String(text)] as const)
    .filter(([path]) => pattern.test(path));

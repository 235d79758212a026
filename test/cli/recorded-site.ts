/** Repositories with a remote, and the manifests of their sites. Each is made once, and a test gets a copy. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyOfMade } from '../git/copies.ts';
import { folderWith, gitcast, SOUND, writeInto } from './in-memory.ts';

const LATER = '---\ntitle: Later\nstatus: published\npublished_at: 2027-01-05T08:00:00Z\n---\nSoon.\n';

/** The ref that `site record` writes. */
export const REF = 'refs/gitcast/site/local';

type Files = Readonly<Record<string, string>>;

export interface SiteRepository {
  readonly cwd: string;
  /** The bare repository that is its remote. */
  readonly origin: string;
  readonly git: (...words: readonly string[]) => string;
  readonly commit: (files: Files) => string;
  /** Another clone of the remote. */
  readonly clone: (...flags: readonly string[]) => string;
  /** Its first commit. */
  readonly first: string;
}

function repositoryIn(place: string): SiteRepository {
  const [cwd, origin] = [join(place, 'author'), join(place, 'origin.git')];
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  return {
    cwd,
    origin,
    git,
    commit: (files) => {
      writeInto(cwd, files);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'A change');
      return git('rev-parse', 'HEAD');
    },
    clone: (...flags) => {
      const folder = join(folderWith(), 'clone');
      execFileSync('git', ['clone', '--quiet', ...flags, `file://${origin}`, folder], { stdio: 'ignore' });
      return folder;
    },
    get first() {
      return git('rev-list', '--max-parents=0', 'HEAD');
    },
  };
}

async function copied(name: string, make: (made: SiteRepository) => Promise<void>) {
  const place = folderWith();
  await copyOfMade(name, place, (folder) => make(repositoryIn(folder)));
  const repository = repositoryIn(place);
  repository.git('remote', 'set-url', 'origin', repository.origin);
  return repository;
}

const succeeds = async (words: string, cwd: string): Promise<void> =>
  expect(await gitcast(words, { cwd })).toMatchObject({ exitCode: 0 });

async function buildOnce({ cwd, origin, git, commit }: SiteRepository): Promise<void> {
  writeInto(cwd, { ...SOUND, '.gitignore': '.gitcast/\ndist/\n*.json\n', 'content/articles/later.md': LATER });
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', origin);
  commit({});
  await succeeds('build --manifest site.json', cwd);
}

/** One commit with the manifest of its site, `site.json`. Nothing is pushed. */
export const builtOnce = (): Promise<SiteRepository> => copied('a site that was built', buildOnce);

/** A second commit, on `main`, whose site is recorded: `second.json`. The branch `older` is at the first one. */
export const recordedTwice = (): Promise<SiteRepository> =>
  copied('a site that was recorded twice', async (made) => {
    const { cwd, git, commit } = made;
    await buildOnce(made);
    git('push', '--quiet', 'origin', 'HEAD:older');
    await succeeds('site record site.json', cwd);
    commit({ 'content/places/quay.yaml': 'name: The quay\n' });
    git('push', '--quiet', '--set-upstream', 'origin', 'HEAD:main');
    git('remote', 'set-head', 'origin', 'main');
    await succeeds('build --manifest second.json', cwd);
    await succeeds('site record second.json', cwd);
  });

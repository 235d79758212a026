/** The settings of git that shared refs depend on, all read by one command. */
import { listed, type Git } from './git.ts';
import type { Author, ObjectFormat } from './objects.ts';

export interface GitSettings {
  /** False outside a repository, and if git cannot read its settings. */
  readonly isComplete: boolean;
  /** The names of all remotes. */
  readonly remotes: readonly string[];
  /** True if git may push to a different URL than it fetches from. */
  readonly mayPushElsewhere: (remote: string) => boolean;
  readonly format: ObjectFormat;
  /** The author of a commit made here. Values that git would guess from the machine are left out. */
  readonly author: Partial<Author>;
  /** True if `git commit` signs here. */
  readonly isSigning: boolean;
}

const PATTERNS = [
  // Every repository has this one, so its absence shows that there is none.
  'core\\.repositoryformatversion',
  'extensions\\.objectformat',
  '(user|author)\\.(name|email)',
  'commit\\.gpgsign',
  'remote\\..+\\.(url|pushurl)',
  'url\\..+\\.pushinsteadof',
];

export async function readSettings(git: Git): Promise<GitSettings> {
  const { ok, text } = await git.attempt(['config', '-z', '--get-regexp', `^(${PATTERNS.join('|')})$`]);
  const entries = listed(text).map(settingIn);
  const names = entries.map(([name]) => name);
  const last = (name: string): string | undefined => entries.findLast(([each]) => each === name)?.[1];
  const author = (part: 'name' | 'email'): string | undefined =>
    [git.variable(`GIT_AUTHOR_${part.toUpperCase()}`), last(`author.${part}`), last(`user.${part}`)].find(Boolean);
  const [name, email] = [author('name'), author('email')];
  return {
    isComplete: ok && names.includes('core.repositoryformatversion'),
    remotes: [...new Set(names.flatMap((each) => /^remote\.(.+)\.(?:url|pushurl)$/s.exec(each)?.[1] ?? []))].toSorted(),
    mayPushElsewhere: (remote) =>
      names.some((each) => each === `remote.${remote}.pushurl` || each.endsWith('.pushinsteadof')),
    format: last('extensions.objectformat')?.toLowerCase() === 'sha256' ? 'sha256' : 'sha1',
    author: { ...(name !== undefined && { name }), ...(email !== undefined && { email }) },
    // A value that git cannot read as false counts as true: an unsigned commit must not be the result of a mistake.
    isSigning: !/^(?:false|no|off|0+|)$/i.test(last('commit.gpgsign') ?? 'false'),
  };
}

/** A name, a line break and the value; a setting without a value has neither, and means true. */
function settingIn(entry: string): readonly [string, string] {
  const at = entry.indexOf('\n');
  return at === -1 ? [entry, 'true'] : [entry.slice(0, at), entry.slice(at + 1)];
}

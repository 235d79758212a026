/** Checks before anything is built: a clean tree, a new version, its changelog, its repository. */
import { notesOf, UNRELEASED } from './changelog.ts';

/** `dry-run` changes nothing, `tag` commits and tags, `tagged` builds a tag, in CI. */
export type Mode = 'dry-run' | 'tag' | 'tagged';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: string | { readonly url?: string };
}

export interface Checkout {
  readonly manifest: Manifest;
  /** The version in package-lock.json. */
  readonly lockedVersion: string;
  readonly changelog: string;
  /** Paths that git reports as changed or untracked. */
  readonly dirty: readonly string[];
  readonly tags: readonly string[];
  readonly tagsOfHead: readonly string[];
  /** `owner/name` on GitHub Actions. */
  readonly hostedAs: string | undefined;
}

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** One sentence for each problem, with the next step. */
export function problemsOf(checkout: Checkout, mode: Mode): readonly string[] {
  const found = [tree(checkout), ...versions(checkout, mode), changelog(checkout, mode)];
  if (mode !== 'dry-run') found.push(repository(checkout));
  return found.filter((problem) => problem !== undefined);
}

/** Problems that do not stop a dry run, because a checkout without a remote has no address to set. */
export function notesBefore(checkout: Checkout): readonly string[] {
  const missing = repository(checkout);
  return missing === undefined ? [] : [`Before the first release: ${missing}`];
}

function tree({ dirty }: Checkout): string | undefined {
  if (dirty.length === 0) return undefined;
  const rest = dirty.length > 3 ? ` and ${dirty.length - 3} more` : '';
  const shown = `${dirty.slice(0, 3).join(', ')}${rest}`;
  return `The working tree is not clean (${shown}): commit the changes, or run git stash --include-untracked.`;
}

function versions({ manifest, lockedVersion, tags, tagsOfHead }: Checkout, mode: Mode): readonly string[] {
  const { version } = manifest;
  const tag = `v${version}`;
  const found: string[] = [];
  if (!VERSION.test(version))
    found.push(`package.json has the version "${version}", which is not a version such as 0.2.0.`);
  if (lockedVersion !== version) {
    found.push(
      `package-lock.json has version ${lockedVersion} and package.json ${version}: run npm install --package-lock-only.`,
    );
  }
  if (mode === 'tagged' && !tagsOfHead.includes(tag)) {
    const there = tagsOfHead.length > 0 ? `has the tag ${tagsOfHead.join(', ')}` : 'has no tag';
    found.push(`package.json has version ${version}, but this commit ${there}: create the tag with npm run release.`);
  }
  if (mode !== 'tagged' && tags.includes(tag)) {
    found.push(
      `${tag} already exists: set the next version with npm version --no-git-tag-version X.Y.Z, then run npm run generate.`,
    );
  }
  return found;
}

function changelog({ changelog: text, manifest: { version } }: Checkout, mode: Mode): string | undefined {
  const notes = notesOf(text, version);
  if (!notes.ok) return notes.reason;
  if (mode !== 'tagged' || notes.section === version) return undefined;
  return `CHANGELOG.md has the entries of ${version} under ${UNRELEASED}: create the tag with npm run release, which gives them their version and date.`;
}

/** npm accepts provenance only from the repository in package.json. */
function repository({ manifest, hostedAs }: Checkout): string | undefined {
  const named = manifest.repository;
  const url = typeof named === 'string' ? named : named?.url;
  const command = `npm pkg set repository.type=git repository.url=git+https://github.com/${hostedAs ?? 'OWNER/NAME'}.git`;
  if (!url)
    return `package.json has no repository, which npm needs for provenance: run ${command} and commit the change.`;
  const path = /github(?:\.com\/|:)([^/]+\/[^/#]+?)(?:\.git)?$/.exec(url)?.[1];
  if (hostedAs === undefined || path === hostedAs) return undefined;
  return `package.json has the repository ${url}, but this is ${hostedAs}: run ${command} and commit the change.`;
}

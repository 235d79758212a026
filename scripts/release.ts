/**
 * Makes a release, except for publishing it: .github/workflows/release.yml does that, from the tag.
 *
 *   npm run release -- --dry-run   does everything, but neither commits nor tags
 *   npm run release                the same, then dates the changelog, commits and tags
 *   npm run release -- --tagged    for CI, on the tag
 *
 * `--skip-checks` skips both tiers of tests, if they already passed on the same commit. `--out DIR` sets the folder for the tarball, the
 * bill of materials, the notes and the checksums (default: `release`). It has to be new, empty, or written by a release.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { notesOf, released } from './release/changelog.ts';
import { folderProblems, listFiles, prepareFolder } from './release/output-folder.ts';
import { pack, packageProblems } from './release/package.ts';
import { notesBefore, problemsOf, type Checkout, type Manifest, type Mode } from './release/readiness.ts';
import { npm, ReleaseError, run } from './release/run.ts';
import { billOfMaterials } from './release/sbom.ts';
import { program } from '../test/programs.ts';

const TIERS = [
  ['npm test', ['test']],
  ['npm run test:system', ['run', 'test:system']],
] as const;

const root = join(import.meta.dirname, '..');
const git = (...words: string[]): string => run(program('git'), words, { cwd: root });
const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const done = (sentence: string): void => console.log(`✓ ${sentence}`);

try {
  await release();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  for (const problem of error.problems) console.error(`✗ ${problem}`);
  if (error.printed !== '') console.error(error.printed);
  process.exitCode = 1;
}

async function release(): Promise<void> {
  const { mode, skipsChecks, out } = asked();
  refuse(folderProblems(out));
  const checkout = look();
  refuse(problemsOf(checkout, mode));
  const { name, version } = checkout.manifest;
  done(`${name} ${version}: the tree is clean, the version is not released yet, and the changelog has its entries`);

  if (skipsChecks) console.log('- the tests were skipped (--skip-checks)');
  else {
    for (const [name, words] of TIERS) {
      npm(words, { cwd: root, isShown: true, failure: `${name} failed, so nothing was released.` });
      done(`${name} passed`);
    }
  }

  // Again, because the tests take minutes.
  refuse(folderProblems(out));
  prepareFolder(out);
  const billFile = join(out, `${name}-${version}.cdx.json`);
  listFiles(out, [`${name}-${version}.tgz`, basename(billFile), 'SHA256SUMS', 'notes.md']);
  const packed = pack(root, out);
  done(`packed ${basename(packed.file)}: ${packed.paths.length} files, ${Math.round(packed.size / 1000)} kB`);
  refuse(await packageProblems(root, packed));
  done('publint and the links in every packed Markdown file have no problems');

  const bill = billOfMaterials(root);
  writeFileSync(billFile, bill.text);
  done(`wrote ${basename(billFile)}: ${bill.count} packages in CycloneDX`);

  writeFileSync(join(out, 'SHA256SUMS'), [packed.file, billFile].map(checksum).join(''));
  const notes = notesOf(checkout.changelog, version);
  if (notes.ok) writeFileSync(join(out, 'notes.md'), notes.text);
  done('wrote SHA256SUMS, and notes.md with the changelog section');
  finish(mode, checkout);
}

interface Asked {
  readonly mode: Mode;
  readonly skipsChecks: boolean;
  readonly out: string;
}

function asked(): Asked {
  const values = words();
  if (values['dry-run'] && values.tagged) throw new ReleaseError(['--dry-run and --tagged cannot be used together.']);
  const mode = values['dry-run'] ? 'dry-run' : values.tagged ? 'tagged' : 'tag';
  if (values['skip-checks'] && mode === 'tag')
    throw new ReleaseError(['A release is tested before it is tagged: remove --skip-checks, or add --dry-run.']);
  return { mode, skipsChecks: values['skip-checks'], out: resolve(root, values.out) };
}

function words() {
  try {
    return parseArgs({
      options: {
        'dry-run': { type: 'boolean', default: false },
        tagged: { type: 'boolean', default: false },
        'skip-checks': { type: 'boolean', default: false },
        out: { type: 'string', default: 'release' },
      },
    }).values;
  } catch (error) {
    throw new ReleaseError([(error as Error).message]);
  }
}

function look(): Checkout {
  return {
    manifest: JSON.parse(read('package.json')) as Manifest,
    lockedVersion: (JSON.parse(read('package-lock.json')) as { version: string }).version,
    changelog: read('CHANGELOG.md'),
    dirty: lines(git('status', '--porcelain')).map((line) => line.slice(3)),
    tags: lines(git('tag', '--list')),
    tagsOfHead: lines(git('tag', '--points-at', 'HEAD')),
    hostedAs: process.env['GITHUB_REPOSITORY'] || undefined,
  };
}

function finish(mode: Mode, checkout: Checkout): void {
  const { version } = checkout.manifest;
  const tag = `v${version}`;
  if (mode === 'dry-run') {
    for (const note of notesBefore(checkout)) console.log(`- ${note}`);
    console.log(`Dry run: nothing was committed, tagged or published. To create ${tag}, run npm run release.`);
  }
  if (mode !== 'tag') return;
  const changelog = released(checkout.changelog, version, new Date().toISOString().slice(0, 10));
  if (changelog !== checkout.changelog) {
    writeFileSync(join(root, 'CHANGELOG.md'), changelog);
    git('commit', '--quiet', '--message', `release: ${version}`, '--', 'CHANGELOG.md');
  }
  git('tag', '--annotate', tag, '--message', `gitcast ${version}`);
  done(`dated the changelog and tagged ${tag}`);
  console.log(`Publish it from CI: git push origin HEAD ${tag}`);
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ReleaseError(problems);
}

function checksum(file: string): string {
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`;
}

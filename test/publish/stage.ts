/** Small sites, a project that publishes them, and each type of host as a visitor sees it. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  existsSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { openProject, type Project } from '../../src/index.ts';
import type { PublishedSite, PublishOptions } from '../../src/project/index.ts';
import type { Sshd } from './sshd.ts';

export type Files = Readonly<Record<string, string>>;

/** Every page names the assets that it needs, and the release that it is part of. */
export function site(
  release: string,
  { pages = ['index', 'about'], more = {} }: { pages?: readonly string[]; more?: Files } = {},
): Files {
  const style = `assets/site.${release}${release}.css`;
  const html = Object.fromEntries(
    pages.map((page) => [
      `${page}.html`,
      `<!doctype html><link href="/${style}"><img src="/media/logo-${release}.svg"><p>${release} ${page}`,
    ]),
  );
  return {
    ...html,
    [style]: `/* ${release} */`,
    [`media/logo-${release}.svg`]: `<svg id="${release}">`,
    'media/same.svg': '<svg>',
    ...more,
  };
}

/** The assets that pages name and that are missing: what a visitor would see as a broken page. */
export const missingAssets = (seen: Files): readonly string[] =>
  Object.entries(seen).flatMap(([path, text]) => {
    if (!path.endsWith('.html')) return [];
    const named = [...text.matchAll(/(?:href|src)="\/([^"]+)"/g)].map(([, asset]) => asset!);
    return named.filter((asset) => !Object.hasOwn(seen, asset)).map((asset) => `${path}: ${asset}`);
  });

export interface HostStage {
  readonly config: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The files that a visitor can see, without gitcast's own. */
  readonly seen: () => Files;
  /** Someone else adds a file. */
  readonly add: (path: string, text: string) => void;
}

export interface Stage extends HostStage {
  readonly folder: string;
  readonly project: Project;
  /** Writes the site and publishes it. */
  readonly publish: (files: Files, options?: Partial<PublishOptions>) => Promise<PublishedSite>;
  readonly rollback: () => Promise<PublishedSite>;
  readonly now: Date;
}

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function stageOn(
  make: (folder: string) => HostStage,
  { now = new Date('2027-01-01T00:00:00Z'), settings = '' }: { now?: Date; settings?: string } = {},
): Stage {
  const folder = temporary();
  const host = make(folder);
  writeFileSync(join(folder, 'gitcast.config.yaml'), `publish:\n  live: ${host.config}\n${settings}`);
  const project = openProject({ folder, env: host.env ?? {}, now: () => now });
  return {
    ...host,
    folder,
    project,
    now,
    publish: (files, options = {}) => {
      writeSite(join(folder, 'site'), files);
      return project.publish({ from: 'site', approve: true, ...options });
    },
    rollback: () => project.publish({ rollback: true, approve: true }),
  };
}

export function writeSite(folder: string, files: Files): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) writeOne(join(folder, path), text);
}

export function writeOne(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function filesBelow(folder: string): Files {
  if (!existsSync(folder)) return {};
  const root = realpathSync(folder);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [relative(root, file), readFileSync(file, 'utf8')];
    }),
  );
}

export const onFolder = (folder: string): HostStage => {
  const path = join(folder, 'www');
  return {
    config: `{ to: folder, path: ${path} }`,
    seen: () => filesBelow(join(path, 'current')),
    add: (file, text) => writeOne(join(path, 'current', file), text),
  };
};

export const onSsh =
  (sshd: Sshd) =>
  (folder: string): HostStage => {
    const path = join(folder, 'on the server');
    return {
      config: `{ to: ssh, host: 127.0.0.1, user: ${sshd.user}, port: ${sshd.port}, path: '${path}' }`,
      env: { GITCAST_SSH: sshd.command },
      seen: () => filesBelow(join(path, 'current')),
      add: (file, text) => writeOne(join(path, 'current', file), text),
    };
  };

export const onGit = (folder: string): HostStage => {
  const remote = join(folder, 'remote.git');
  const git = (...words: readonly string[]): string => execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  git('init', '-q', '--bare', remote);
  git('remote', 'add', 'origin', remote);
  return {
    config: '{ to: git, branch: gh-pages }',
    seen: () => {
      if (!existsSync(join(remote, 'refs/heads/gh-pages'))) return {};
      const names = execFileSync('git', ['ls-tree', '-rz', '--name-only', 'gh-pages'], {
        cwd: remote,
        encoding: 'utf8',
      });
      const paths = names
        .split('\0')
        .filter((path) => path !== '' && path !== '.nojekyll' && !path.startsWith('.gitcast'));
      return Object.fromEntries(
        paths.map((path) => [
          path,
          execFileSync('git', ['show', `gh-pages:${path}`], { cwd: remote, encoding: 'utf8' }),
        ]),
      );
    },
    add: (path, text) => {
      const clone = join(folder, 'clone');
      execFileSync('git', ['clone', '-q', '-b', 'gh-pages', remote, clone]);
      writeOne(join(clone, path), text);
      const inClone = (...words: readonly string[]) =>
        execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...words], { cwd: clone });
      inClone('add', '-A');
      inClone('commit', '-qm', 'x');
      inClone('push', '-q');
      rmSync(clone, { recursive: true });
    },
  };
};

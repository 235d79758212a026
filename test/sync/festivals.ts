/** A repository with several festivals: each has a folder with a configuration, and its own broadcast. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import { copyEmptyRepositories } from '../git/repository-with-remote.ts';
import { git } from '../state/clones.ts';
import type { Files } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

export interface Festivals {
  /** The top of the work tree. */
  readonly top: string;
  readonly remote: string;
  /** A stage in a folder of the repository. */
  readonly at: (folder: string, files?: Files, credentials?: Credentials) => Promise<Stage>;
  readonly refs: () => readonly string[];
}

export async function openFestivals({ state = 'git' }: { state?: 'git' | 'file' } = {}): Promise<Festivals> {
  const stage = await openStage();
  const [top, remote] = ['gitcast-top-', 'gitcast-remote-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
    string,
    string,
  ];
  onTestFinished(() => {
    for (const folder of [top, remote]) rmSync(folder, { recursive: true, force: true });
  });
  copyEmptyRepositories(top, remote);
  return {
    top,
    remote,
    at: async (folder, files = {}, given) => {
      const credentials = given ?? (await createBroadcast(stage.theatre.service, { name: folder }));
      const env = { ...stage.env, GITCAST_KEY: credentials.key };
      const festival = Object.assign(Object.create(stage) as Stage, { folder: join(top, folder), credentials, env });
      mkdirSync(festival.folder, { recursive: true });
      festival.configure();
      setState(festival, state);
      for (const [path, text] of Object.entries(files)) festival.write(path, text);
      git(top, 'add', '-A');
      git(top, 'commit', '-q', '--allow-empty', '-m', `content of ${folder}`);
      return festival;
    },
    refs: () => git(remote, 'for-each-ref', '--format=%(refname)', 'refs/gitcast').split('\n').filter(Boolean),
  };
}

export function setState({ folder }: Stage, state: 'git' | 'file'): void {
  const config = join(folder, 'gitcast.config.yaml');
  writeFileSync(config, `state: ${state}\n${readFileSync(config, 'utf8')}`);
}

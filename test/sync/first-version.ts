/** What the first version left behind (test/fixtures/first-version), with the service that it synced to. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Credentials } from '../../src/service/administration.ts';
import { importLines } from '../../src/service/transfer/import.ts';
import { copyOf, setRemote } from '../git/copies.ts';
import { git, initRemote } from '../state/clones.ts';
import { openTheatre, Stage } from './stage.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/first-version/', import.meta.url));

/** The commit on the state's ref that the first, finished run wrote. */
export const FINISHED = 'd0f269aba0f527470fc57c64f5e0c68ee6039812';

const STATE = 'refs/gitcast/state/production';

async function openOld(kept: 'file' | 'git'): Promise<Stage> {
  const fixture = (path: string): string => readFileSync(join(FIXTURES, kept, path), 'utf8');
  const theatre = await openTheatre();
  await importLines(theatre.service.engine, fixture('service.jsonl').split('\n'));
  const stage = new Stage(theatre, {}, JSON.parse(fixture('credentials.json')) as Credentials);
  onTestFinished(async () => {
    stage.dispose();
    await theatre.close();
  });
  return stage;
}

/** `state: file`: a first run, and with `interrupted` a second one that was killed after it had created an event. */
export async function oldFileState({ interrupted }: { interrupted: boolean }): Promise<Stage> {
  const stage = await openOld('file');
  configureAs(stage, 'file');
  cpSync(join(FIXTURES, 'content'), join(stage.folder, 'content'), { recursive: true });
  cpSync(join(FIXTURES, 'file/state'), join(stage.folder, '.gitcast/state'), { recursive: true });
  if (!interrupted) rmSync(join(stage.folder, '.gitcast/state/production.journal'));
  return stage;
}

export interface OldGitState {
  readonly stage: Stage;
  readonly remote: string;
  /** The top of the clone. */
  readonly top: string;
  /** Another configuration in the same repository. */
  readonly at: (folder: string, credentials?: Credentials) => Stage;
}

/** `state: git` in a clone, with what the killed run left on its machine. */
export async function oldGitState({
  interrupted,
  folder = '',
}: {
  interrupted: boolean;
  folder?: string;
}): Promise<OldGitState> {
  const stage = await openOld('git');
  const remote = mkdtempSync(join(tmpdir(), 'gitcast-remote-'));
  onTestFinished(() => rmSync(remote, { recursive: true, force: true }));
  const original = copyOf('a remote of the first version', remote, (made) => {
    initRemote(made);
    const heads = ['refs/heads/main:refs/heads/main', `${STATE}:${STATE}`];
    git(made, 'fetch', '-q', join(FIXTURES, 'git/repository.bundle'), ...heads);
  });
  if (!interrupted) writeFileSync(join(remote, STATE), `${FINISHED}\n`);
  const top = mkdtempSync(join(tmpdir(), 'gitcast-clone-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  copyOf('a clone of the first version', top, (made) => {
    git(made, 'clone', '-q', '-b', 'main', `file://${original}`, '.');
  });
  setRemote(join(top, '.git/config'), original, remote);
  const at: OldGitState['at'] = (below, credentials = stage.credentials) => {
    const there = Object.assign(Object.create(stage) as Stage, { folder: join(top, below), credentials });
    there.env = { ...stage.env, GITCAST_KEY: credentials.key };
    mkdirSync(there.folder, { recursive: true });
    configureAs(there, 'git');
    if (below !== '') cpSync(join(FIXTURES, 'content'), join(there.folder, 'content'), { recursive: true });
    return there;
  };
  const first = at(folder);
  if (interrupted)
    cpSync(join(FIXTURES, 'git/git-state'), join(first.folder, '.gitcast/git-state'), { recursive: true });
  return { stage: first, remote, top, at };
}

function configureAs(stage: Stage, state: 'file' | 'git'): void {
  stage.configure();
  const config = join(stage.folder, 'gitcast.config.yaml');
  const text = readFileSync(config, 'utf8').replaceAll(/\blive\b/g, 'production');
  writeFileSync(config, `state: ${state}\n${text}`);
}

/** A repository with several broadcasts in a temporary folder, kept in real git. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Selection } from '../../../src/project/workspace/selection.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../../../src/project/workspace/workspace.ts';
import { environment } from '../../ci/run.ts';
import { copyOf } from '../../git/copies.ts';
import { machineVariables } from '../../git/machine-variables.ts';
import { gitcast } from '../../cli/in-memory.ts';

export type Files = Readonly<Record<string, string>>;

export class Agency {
  readonly folder: string;
  env: Readonly<Record<string, string>> = {};

  constructor(files: Files, folder = realpathSync(mkdtempSync(join(tmpdir(), 'gitcast-agency-')))) {
    this.folder = folder;
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    this.write(files);
  }

  /** These files in one commit on `main`, made once and copied. */
  static committed(files: Files): Agency {
    const agency = new Agency({});
    copyOf(`an agency with ${JSON.stringify(files)}`, agency.folder, (folder) => {
      cpSync(new Agency(files).commitAll().folder, folder, { recursive: true, preserveTimestamps: true });
    });
    return agency;
  }

  write(files: Files): this {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
    return this;
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(path: string): this {
    rmSync(join(this.folder, path), { recursive: true });
    return this;
  }

  git(...words: readonly string[]): string {
    return execFileSync('git', words, { cwd: this.folder, env: environment(), encoding: 'utf8' }).trim();
  }

  /** Puts everything into a commit, the first one on `main`. */
  commitAll(message = 'Start'): this {
    const start = existsSync(join(this.folder, '.git')) ? [] : ['git init -q -b main'];
    this.inTurn([...start, 'git add -A', 'git commit -q --allow-empty -m "$1"'], message);
    return this;
  }

  /** Starting a program takes much longer from this large process than from the shell that git starts here. */
  inTurn(lines: readonly string[], ...words: readonly string[]): string {
    return this.git('-c', `alias.in-turn=!f() { ${lines.join(' && ')}; }; f`, 'in-turn', ...words);
  }

  open(more: Partial<WorkspaceOptions> = {}): Workspace {
    return openWorkspace({ folder: this.folder, env: { ...machineVariables(), ...this.env }, ...more });
  }

  async selected(selection: Selection = {}): Promise<readonly string[]> {
    return (await this.open().select(selection)).broadcasts;
  }

  run(words: string, below = '.', ask?: () => Promise<string>) {
    return gitcast(words, { cwd: join(this.folder, below), env: this.env, ask });
  }

  async json(words: string): Promise<Reported> {
    const { stdout } = await this.run(`${words} --json`);
    return JSON.parse(stdout) as Reported;
  }
}

interface Reported {
  readonly total: number;
  readonly removed: readonly string[];
  readonly broadcasts: readonly (Readonly<Record<string, unknown>> & {
    readonly folder: string;
    readonly exit_code: number;
  })[];
}

/** A broadcast in a folder, with one event. */
export const broadcast = (folder: string, config = 'site: { timezone: Europe/Paris }\n'): Files => ({
  [`${folder}/gitcast.config.yaml`]: config,
  [`${folder}/content/broadcast.yaml`]: `name: Festival of ${folder}\n`,
  [`${folder}/content/events/opening.yaml`]:
    'title: Opening night\nstart_time: 2027-06-18T20:30:00\nend_time: 2027-06-18T23:00:00\n',
});

/** Three festivals: two of them share a house style, and all of them the venues. */
export const FESTIVALS: Files = {
  'gitcast.workspace.yaml': `broadcasts:
  - festivals/*
shared:
  shared/venues: ["**"]
  shared/house: [festivals/lyon, festivals/nantes]
`,
  'shared/venues/content/places/harbour.yaml': 'name: Old harbour\ncategory: stage\n',
  'shared/house/content/broadcast.yaml': 'theme:\n  accentColor: "#aa0000"\n  borderRadius: 4\n',
  'shared/house/templates/partials/house.eta': 'House style\n',
  ...broadcast('festivals/lyon'),
  ...broadcast('festivals/nantes'),
  ...broadcast('festivals/oslo'),
  '.gitignore': '.gitcast/\ndist/\n',
};

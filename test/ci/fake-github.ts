/** The data of the fake `gh` of these tests, and the archives that GitHub makes of artifacts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { warmProgram } from './warm-programs.ts';
import { temporaryFolder, write } from './folders.ts';

interface World {
  readonly calls: string[];
  readonly comments: {
    readonly id: number;
    readonly on?: string;
    readonly user: { readonly login: string };
    readonly body: string;
  }[];
  readonly pulls: {
    readonly number: number;
    readonly head: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
    readonly state?: string;
    readonly sha?: string;
  }[];
  /** The head commit of each pull request. */
  readonly heads: Record<string, string>;
  /** The merge commits of those that are merged, and the numbers of those that were closed without. */
  readonly merged: Record<string, string>;
  readonly closed: string[];
  /** The commits of the default branch, oldest first. */
  readonly history: string[];
  /** By the number of the pull request. */
  readonly labels: Record<string, string[]>;
  /** The labels that the repository has. */
  readonly known: string[];
  readonly statuses: Record<string, string>;
  readonly permissions: Record<string, string>;
  /** The rules of each environment. */
  readonly environments: Record<string, string[]>;
  readonly runs: { readonly id: number; readonly sha: string; readonly status: string }[];
  readonly reruns: number[];
  readonly issues: { readonly number: number; readonly title: string; readonly body: string; readonly state: string }[];
  /** By name. */
  readonly artifacts: Record<string, { readonly id: number; readonly file: string; readonly size: number }>;
}

const EMPTY: World = {
  calls: [],
  comments: [],
  pulls: [],
  heads: {},
  merged: {},
  closed: [],
  history: [],
  labels: {},
  known: [],
  statuses: {},
  permissions: {},
  environments: {},
  runs: [],
  reruns: [],
  issues: [],
  artifacts: {},
};

export class FakeGitHub {
  readonly #folder = temporaryFolder();
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;

  private constructor(gh: string) {
    const file = join(this.#folder, 'world.json');
    writeFileSync(file, JSON.stringify(EMPTY));
    write(this.#folder, 'bin/gh', gh, 0o755);
    this.path = join(this.#folder, 'bin');
    this.env = { FAKE_GH: file };
  }

  static async open(): Promise<FakeGitHub> {
    return new FakeGitHub(await warmProgram(join(import.meta.dirname, 'fake-gh.mjs')));
  }

  get world(): World {
    return JSON.parse(readFileSync(this.env['FAKE_GH']!, 'utf8')) as World;
  }

  change(edit: (world: World) => void): void {
    const { world } = this;
    edit(world);
    writeFileSync(this.env['FAKE_GH']!, JSON.stringify(world));
  }

  /** Archives the files of a folder like the step upload-artifact. */
  upload(files: Readonly<Record<string, string>>, size?: number, name = 'gitcast-plan'): void {
    this.uploadZip(name, zip(files), size);
  }

  /** Any bytes: a job could upload some that the step would not. */
  uploadZip(name: string, bytes: Buffer, size = bytes.length): void {
    const file = join(this.#folder, `${name}.zip`);
    writeFileSync(file, bytes);
    this.change(({ artifacts }) => {
      artifacts[name] = { id: artifacts[name]?.id ?? 900 + Object.keys(artifacts).length, file, size };
    });
  }
}

/** An archive whose entries are stored as they are. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  let offset = 0;
  const parts = Object.entries(files).map(([path, text]) => {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const common = numbers(
      [2, 20],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0],
    );
    const local = Buffer.concat([numbers([4, 0x04034b50]), common, name, data]);
    const central = Buffer.concat([
      numbers([4, 0x02014b50], [2, 20]),
      common,
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name,
    ]);
    offset += local.length;
    return { local, central };
  });
  const directory = Buffer.concat(parts.map(({ central }) => central));
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, parts.length],
    [2, parts.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...parts.map(({ local }) => local), directory, end]);
}

const numbers = (...fields: readonly (readonly [2 | 4, number])[]): Buffer =>
  Buffer.concat(
    fields.map(([width, value]) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUIntLE(value, 0, width);
      return bytes;
    }),
  );

/** A site for the dev server that is completely rebuilt after each edit: slow and simple. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diskFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { isError, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { checkContent } from '../../src/model/check-content.ts';
import type { MadeFrom, PreviewChange, PreviewSite, SyncView } from '../../src/preview/preview-site.ts';
import { buildSite } from '../../src/render/build-site.ts';
import { diskFolder } from '../../src/render/templates/template-folder.ts';
import { memoryStore } from '../../src/render/writer/output-store.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { spanOf, type EventSpan } from '../../src/site/programme.ts';
import { openSite } from '../../src/site/site.ts';
import { localePath, pageFile } from '../../src/site/links/urls.ts';
import { writeInto } from '../cli/in-memory.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SETTINGS = { timezone: 'Europe/London', locales: ['en', 'fr'] } as const;
/** What `gitcast init` writes: a little of everything. */
const STARTER = 'templates/starter/content';
const REAL_NOW = Date.parse('2027-06-10T12:00:00Z');

type Files = ReadonlyMap<string, Uint8Array>;

/** A folder of the repository, or the texts of files by their paths. */
export interface ColdContent {
  readonly content?: string | Readonly<Record<string, string>>;
}

export class ColdSite implements PreviewSite {
  readonly root = mkdtempSync(join(tmpdir(), 'gitcast-dev-'));
  readonly timezone = SETTINGS.timezone;
  readonly #listeners = new Set<(change: PreviewChange) => void>();
  readonly #chosen = { now: undefined as number | undefined };
  #files: Files = new Map();
  #made: ReadonlyMap<string, readonly MadeFrom[]> = new Map();
  moved: ReadonlyMap<string, string> = new Map();
  revision = 1;
  problems: readonly Diagnostic[] = [];
  eventSpan: EventSpan | undefined;
  sync: SyncView = { status: 'idle', target: 'local', notices: [] };

  static async open({ content = STARTER }: ColdContent = {}): Promise<ColdSite> {
    const site = new ColdSite();
    if (typeof content === 'string') cpSync(join(ROOT, content), join(site.root, 'content'), { recursive: true });
    else writeInto(join(site.root, 'content'), content);
    cpSync(join(ROOT, 'templates'), join(site.root, 'templates'), { recursive: true });
    await site.#build();
    return site;
  }

  movedTo(path: string): string | undefined {
    return this.moved.get(path);
  }

  get now(): number {
    return this.#chosen.now ?? REAL_NOW;
  }

  get isNowChosen(): boolean {
    return this.#chosen.now !== undefined;
  }

  file(path: string): Uint8Array | undefined {
    return this.#files.get(path);
  }

  madeFrom(path: string): readonly MadeFrom[] {
    return this.#made.get(path) ?? [];
  }

  pagesOf(file: string): readonly string[] {
    return [...this.#made].filter(([, made]) => made.some((each) => each.file === file)).map(([path]) => path);
  }

  onChange(listener: (change: PreviewChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async setNow(instant: number | undefined): Promise<void> {
    this.#chosen.now = instant;
    await this.#rebuild([]);
  }

  /** Writes a file as an editor would, and rebuilds the site. */
  edit(file: string, change: (text: string) => string): Promise<void> {
    return this.put(file, change(readFileSync(join(this.root, file), 'utf8')));
  }

  /** Deletes a file and returns its text, so that it can be restored. */
  async take(file: string): Promise<string> {
    const text = readFileSync(join(this.root, file), 'utf8');
    rmSync(join(this.root, file));
    await this.#rebuild([file]);
    return text;
  }

  async put(file: string, text: string): Promise<void> {
    writeFileSync(join(this.root, file), text);
    await this.#rebuild([file]);
  }

  setSync(sync: SyncView): void {
    this.sync = sync;
    this.#tell({ isOther: false, changedFiles: [], problemsChanged: false, syncChanged: true });
  }

  close(): void {
    rmSync(this.root, { recursive: true });
  }

  #tell(change: Omit<PreviewChange, 'revision'>): void {
    this.revision++;
    for (const listener of this.#listeners) listener({ ...change, revision: this.revision });
  }

  async #rebuild(changedFiles: readonly string[]): Promise<void> {
    await this.#build();
    this.#tell({ isOther: true, changedFiles, problemsChanged: true, syncChanged: false });
  }

  /** A document with errors is shown in its previous version. */
  async #build(): Promise<void> {
    const content = diskFiles(join(this.root, 'content'));
    const { broadcast, diagnostics } = checkContent(readContent(content, { prefix: 'content/' }), SETTINGS);
    this.problems = diagnostics;
    if (diagnostics.some(isError)) return;
    const store = memoryStore();
    const input = { broadcast, now: this.now, url: 'https://harbour.example' };
    await buildSite({
      ...input,
      readMedia: (name) => content.read(name),
      templateFolders: [diskFolder(join(this.root, 'templates'), 'templates')],
      writer: createWriter(store),
    });
    const site = openSite(input);
    this.eventSpan = spanOf(site.programme);
    this.#files = store.files;
    this.#made = new Map(
      SETTINGS.locales.flatMap((locale) =>
        pagesOf(site).pages.map(({ page, entity }) => {
          const shown = [...(entity ? [entity] : []), ...(site.rootEntity ? [site.rootEntity] : [])];
          const made = shown.map(({ address, document }): MadeFrom => {
            const title = String(document.data['title'] ?? document.data['name'] ?? address);
            return { address, file: document.source.file, title, state: entity ? 'in-sync' : 'local' };
          });
          return [pageFile(localePath(page, locale, SETTINGS.locales)), made] as const;
        }),
      ),
    );
  }
}

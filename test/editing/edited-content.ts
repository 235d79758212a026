/** A copy of content on disk with an editor of its values, without a server or a site. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { diskFiles } from '../../src/content/files.ts';
import { contentFor, readInherited } from '../../src/content/target-content.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { EditedFiles } from '../../src/editing/edited-files.ts';
import type { Changed, OpenDocument, Operation } from '../../src/editing/protocol.ts';
import { ValueEditor } from '../../src/editing/value-editor.ts';
import { LiveContent } from '../../src/preview/live-content.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const DEMO = join(import.meta.dirname, '../../content');
const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr', 'en', 'es'] };

/** The tab that changes are asked for in. */
export const TAB = 'one';

interface Written {
  /** By path below content/; the demo if absent. */
  readonly files?: Readonly<Record<string, string>>;
  /** Of the folder of the target `stage`. */
  readonly overlay?: Readonly<Record<string, string>>;
  /** Of a folder that other broadcasts use too. */
  readonly inherited?: Readonly<Record<string, string>>;
}

export class EditedCopy {
  readonly root = temporaryFolder();
  readonly #content: LiveContent;
  #problems: readonly Diagnostic[] = [];
  #now = 0;
  readonly files: EditedFiles;
  readonly editor: ValueEditor;

  constructor({ files, overlay = {}, inherited }: Written = {}) {
    if (files) this.#fill('content', { 'broadcast.yaml': 'name: Harbour\n', ...files });
    else cpSync(DEMO, this.path('content'), { recursive: true });
    this.#fill('content.stage', overlay);
    const layer = (folder: string) => ({ files: diskFiles(this.path(folder)), prefix: `${folder}/` });
    if (inherited) this.#fill('shared', inherited);
    const below = inherited ? readInherited([layer('shared')]) : undefined;
    this.#content = new LiveContent({
      shared: layer('content'),
      overlay: layer('content.stage'),
      assemble: (shared, own) =>
        contentFor('stage', {
          prefix: 'content/',
          targets: ['stage'],
          shared,
          inherited: below,
          overlays: new Map([['stage', own]]),
        }),
      settings: SETTINGS,
    });
    this.#check();
    this.files = new EditedFiles({
      now: () => this.#now,
      onWritten: (paths) => this.#read(paths),
      root: () => this.root,
    });
    this.editor = new ValueEditor({
      content: () => this.#content,
      surroundings: () => ({
        problems: this.#problems,
        titleOf: (address) => String(this.#content.documents.get(address)?.data['title'] ?? address),
        hrefOf: () => undefined,
        mainLocale: 'fr',
        isOfTarget: (file) => file.startsWith('content.stage/'),
      }),
      files: this.files,
      pathOf: (file) => (/^content(?:\.stage)?\//.test(file) ? this.path(file) : undefined),
      ownFile: (file) => file.replace(/^shared\//, 'content/'),
    });
  }

  path(file: string): string {
    return join(this.root, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  /** As somebody else would, in a text editor. */
  write(file: string, text: string): void {
    writeFileSync(this.path(file), text);
  }

  /** Lets time pass, so that the next change is a step of its own. */
  pause(): void {
    this.#now += 60_000;
  }

  open(address: string): OpenDocument {
    return this.editor.open({ address }) as OpenDocument;
  }

  change(address: string, operation: Operation, locale?: string): Changed {
    this.pause();
    return this.editor.change({ address, operations: [operation], ...(locale !== undefined && { locale }) }, TAB);
  }

  get addresses(): readonly string[] {
    return [...this.#content.documents.keys()];
  }

  /** The text of every file. */
  all(): Readonly<Record<string, string>> {
    const entries = readdirSync(this.root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const files = entries.map(({ parentPath, name }) => relative(this.root, join(parentPath, name)));
    return Object.fromEntries(files.sort().map((file) => [file, readFileSync(this.path(file), 'latin1')]));
  }

  #fill(folder: string, files: Readonly<Record<string, string>>): void {
    mkdirSync(this.path(folder), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(this.path(`${folder}/${path}`)), { recursive: true });
      this.write(`${folder}/${path}`, text);
    }
  }

  #read(paths: ReadonlySet<string>): void {
    const below = (folder: string): readonly string[] =>
      [...paths].filter((path) => path.startsWith(`${folder}/`)).map((path) => relative(folder, path));
    this.#content.update({ content: below(this.path('content')), overlay: below(this.path('content.stage')) });
    this.#check();
  }

  #check(): void {
    this.#content.shown();
    this.#problems = this.#content.problems();
  }
}

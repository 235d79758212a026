/** The current content of the files: the shared files, overlaid with a target's own. */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Document } from '../content/document.ts';
import { memoryFiles, type ContentFiles, type FileEntry } from '../content/files.ts';
import { assembleContent, type Content } from '../content/read-content.ts';
import { readFile, type FileReading } from '../content/read-file.ts';
import type { Layer } from '../content/target-content.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, Entity, ModelSettings } from '../model/broadcast.ts';
import { broadcastOf, openCheck, type Finding, type OpenCheck } from '../model/check-content.ts';

export interface LiveContentInput {
  /** The content folder. */
  readonly shared: Layer;
  /** The folder of a target's own files. */
  readonly overlay?: Layer;
  /** The folders below it that several broadcasts share. `assemble` has their files. */
  readonly inherited?: readonly Layer[];
  /** Combines what was read in both folders into the content of a target. Defaults to the shared content alone. */
  readonly assemble?: (shared: readonly FileReading[], overlay: readonly FileReading[]) => Content;
  readonly settings: ModelSettings;
}

/** The parts that may have changed since the last check. */
export interface TouchedContent {
  /** Paths relative to the content folder. */
  readonly content?: Iterable<string>;
  /** Paths relative to the folder of the target's own files. */
  readonly overlay?: Iterable<string>;
}

export interface CheckedContent {
  readonly diagnostics: readonly Diagnostic[];
  /** True if the site may have to be made again. */
  readonly isOther: boolean;
}

/** With more documents, a check lets requests in between. */
const MANY = 2000;
/** For so many milliseconds at once. */
const SLICE = 10;

export class LiveContent {
  readonly #input: LiveContentInput;
  readonly #shared: LiveFolder;
  readonly #overlay: LiveFolder | undefined;
  readonly #lastGood = createLastGood();
  #content!: Content;
  #check!: OpenCheck;
  /** By document, as it was checked last. */
  #findings: ReadonlyMap<Document, Finding> = new Map();
  /** What documents could ask about each other when all of these were found. */
  #asked: string | undefined;
  /** Every document that can be read, by address, with errors or without. */
  documents: ReadonlyMap<string, Document> = new Map();
  /** As it is in the files, without documents that have errors. */
  broadcast!: Broadcast;

  constructor(input: LiveContentInput) {
    this.#input = input;
    this.#shared = liveFolder(input.shared);
    this.#overlay = input.overlay && liveFolder(input.overlay);
  }

  /** Reads files again and returns those that changed. */
  update({ content = [], overlay = [] }: TouchedContent): readonly ChangedFile[] {
    return [...this.#shared.update(content), ...(this.#overlay?.update(overlay) ?? [])];
  }

  /**
   * The content to show, with documents that have errors in their last valid version: one that was changed is checked by
   * itself, and the others are as they were checked last.
   */
  shown(): Broadcast {
    const content = this.#assembled();
    this.#content = content;
    this.#check = openCheck(content, this.#input.settings);
    this.documents = new Map(content.documents.map((document) => [document.address, document]));
    if (this.#findings.size === 0) this.#asked = this.#check.asked();
    const earlier = this.#findings;
    this.#findings = new Map(
      content.documents.map((document) => [document, earlier.get(document) ?? this.#check.one(document)]),
    );
    return this.right();
  }

  /** The documents as they were checked last. */
  right(): Broadcast {
    const right = [...this.#findings.values()].flatMap(({ entity }) => (entity.faulty ? [] : entity));
    this.broadcast = broadcastOf(right, this.#content, this.#input.settings);
    return this.#lastGood(this.broadcast, this.#content);
  }

  /** All checks. Undefined if something newer is about to be shown. */
  async check(isSuperseded: () => boolean): Promise<CheckedContent | undefined> {
    const asked = this.#check.asked();
    const isOther = asked !== this.#asked;
    if (isOther) {
      // Until all are checked, what is found of some follows from these answers, and of others from earlier ones.
      this.#asked = undefined;
      const findings = await this.#checkEach(isSuperseded);
      if (!findings) return undefined;
      this.#findings = findings;
      this.#asked = asked;
    }
    return { diagnostics: this.problems(), isOther };
  }

  /** Those of the documents as they were checked last, and between them. */
  problems(): readonly Diagnostic[] {
    return this.#check.all([...this.#findings.values()]).diagnostics;
  }

  async #checkEach(isSuperseded: () => boolean): Promise<ReadonlyMap<Document, Finding> | undefined> {
    const { documents } = this.#content;
    const findings = new Map<Document, Finding>();
    let turned = performance.now();
    for (const document of documents) {
      findings.set(document, this.#check.one(document));
      if (documents.length <= MANY || performance.now() - turned < SLICE) continue;
      await setImmediate();
      if (isSuperseded()) return undefined;
      turned = performance.now();
    }
    return findings;
  }

  /** A document with other texts in its files, by their names in diagnostics, and the problems that it would have. */
  trial(address: string, texts: ReadonlyMap<string, string>): Trial {
    const changed = [...texts].flatMap(([file, text]) => this.#tried(file, text));
    const misread = changed.flatMap(({ after }) => after.diagnostics);
    const document = this.#assembledWith(changed).documents.find((each) => each.address === address);
    if (!document) return { document, diagnostics: misread };
    const others = [...this.#findings.values()].map(({ entity }) => entity);
    return { document, diagnostics: this.#check.trial(document, misread, others) };
  }

  /** A file as it would be read. */
  #tried(file: string, text: string): readonly Tried[] {
    const { shared, overlay } = this.#input;
    const folders = [
      { layer: shared, folder: this.#shared },
      { layer: overlay, folder: this.#overlay },
    ];
    return folders.flatMap(({ layer, folder }) => {
      if (!layer || !folder || !file.startsWith(layer.prefix)) return [];
      const path = file.slice(layer.prefix.length);
      const entry: FileEntry = { path, type: 'file', bytes: Buffer.byteLength(text) };
      return [{ folder, after: readFile(memoryFiles({ [path]: text }), entry, layer.prefix) }];
    });
  }

  #assembledWith(changed: readonly Tried[]): Content {
    const readingsOf = (folder: LiveFolder | undefined): readonly FileReading[] => {
      const here = changed.filter((each) => each.folder === folder).map(({ after }) => after);
      const paths = new Set(here.map(({ path }) => path));
      return [...(folder?.readings() ?? []).filter(({ path }) => !paths.has(path)), ...here];
    };
    return this.#assembled(readingsOf(this.#shared), readingsOf(this.#overlay));
  }

  #assembled(readings = this.#shared.readings(), own = this.#overlay?.readings() ?? []): Content {
    const { shared, assemble } = this.#input;
    return assemble ? assemble(readings, own) : assembleContent(readings, { prefix: shared.prefix });
  }

  /** Relative to the folder in which it was found. */
  readMedia(name: string, foundAt: string | undefined): Uint8Array {
    const { shared, overlay, inherited = [] } = this.#input;
    const layers = [shared, ...(overlay ? [overlay] : []), ...inherited];
    const found = layers.find(({ prefix }) => foundAt === prefix + name);
    return (found ?? shared).files.read(name);
  }
}

/**
 * The current content of a folder. Only named files are read again, and a file with the same bytes counts as unchanged.
 */
interface LiveFolder {
  readonly readings: () => readonly FileReading[];
  /** Reads files again and returns those that changed. */
  readonly update: (paths: Iterable<string>) => readonly ChangedFile[];
}

interface Tried {
  readonly folder: LiveFolder;
  readonly after: FileReading;
}

/** A version that is not written yet. Undefined: it could not be read. */
export interface Trial {
  readonly document: Document | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file that is new has nothing before, and a deleted one nothing after. */
export interface ChangedFile {
  readonly before: FileReading | undefined;
  readonly after: FileReading | undefined;
}

function liveFolder({ files, prefix }: Layer): LiveFolder {
  /** With the digest of its bytes, unless nothing has read them yet: pictures are read when a page shows them. */
  const read = (entry: FileEntry): { readonly reading: FileReading; digest?: string } => {
    const found: { digest?: string } = {};
    const noting: ContentFiles = {
      ...files,
      read(path) {
        const bytes = files.read(path);
        found.digest = digestOf(bytes);
        return bytes;
      },
    };
    return Object.assign(found, { reading: readFile(noting, entry, prefix) });
  };
  const current = new Map(files.entries().map((entry) => [entry.path, read(entry)]));

  const updateOne = (path: string): readonly ChangedFile[] => {
    const before = current.get(path);
    const entry = files.entry(path);
    if (!entry) return current.delete(path) ? [{ before: before?.reading, after: undefined }] : [];
    const isFile = entry.type === 'file';
    if (isFile && before?.digest !== undefined && digestNow(files, path) === before.digest) return [];
    // A file that an editor has just replaced may vanish between the two checks: the next event reports it.
    const after = read(entry);
    if (isFile) after.digest ??= digestNow(files, path);
    current.set(path, after);
    return [{ before: before?.reading, after: after.reading }];
  };

  return {
    readings: () => [...current.values()].map(({ reading }) => reading),
    update: (paths) => [...paths].flatMap(updateOne),
  };
}

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes);

/** The empty name for a file that cannot be read, so that it never counts as unchanged. */
function digestNow(files: ContentFiles, path: string): string {
  try {
    return digestOf(files.read(path));
  } catch {
    return '';
  }
}

/**
 * While a file is broken, the site shows the last valid version of the document, so that a mistake removes no page. A
 * document whose file is deleted disappears.
 */
function createLastGood(): (broadcast: Broadcast, content: Content) => Broadcast {
  let good: ReadonlyMap<string, Entity> = new Map();
  return (broadcast, content) => {
    const { entities } = broadcast;
    const there = new Set([...content.documents.map(({ address }) => address), ...content.unreadable]);
    const kept = [...there].flatMap((address) => (entities.has(address) ? [] : (good.get(address) ?? [])));
    if (kept.length === 0) {
      good = entities;
      return broadcast;
    }
    const all = [...entities.values(), ...kept].sort(inOrderOfFiles);
    good = new Map(all.map((entity) => [entity.address, entity]));
    return { ...broadcast, entities: good, byKind: Map.groupBy(all, ({ kind }) => kind) };
  };
}

const inOrderOfFiles = (a: Entity, b: Entity): number => (a.document.source.file < b.document.source.file ? -1 : 1);

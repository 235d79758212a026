/** The current content of the files: the shared files, overlaid with a target's own. */
import { laterDocument, assembleContent, type Content } from '../content/read-content.ts';
import type { FileReading } from '../content/read-file.ts';
import type { Layer } from '../content/target-content.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, ModelSettings } from '../model/broadcast.ts';
import { createChecker, type Checker, type LaterEntity } from '../model/check-content.ts';
import { createLastGood } from './last-good.ts';
import { liveFolder, type ChangedFile, type LiveFolder } from './live-folder.ts';

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

/** What may have changed since the last check. */
export interface TouchedContent {
  /** Paths relative to the content folder. */
  readonly content?: Iterable<string>;
  /** Paths relative to the folder of the target's own files. */
  readonly overlay?: Iterable<string>;
}

export interface CheckedContent {
  /** As it is in the files, without documents that have errors. */
  readonly broadcast: Broadcast;
  /** With these documents in their last valid version. */
  readonly shown: Broadcast;
  readonly diagnostics: readonly Diagnostic[];
}

export class LiveContent {
  readonly #input: LiveContentInput;
  readonly #shared: LiveFolder;
  readonly #overlay: LiveFolder | undefined;
  readonly #checker: Checker;
  readonly #lastGood = createLastGood();
  #entities: Broadcast['entities'] = new Map();

  constructor(input: LiveContentInput) {
    this.#input = input;
    this.#shared = liveFolder(input.shared);
    this.#overlay = input.overlay && liveFolder(input.overlay);
    this.#checker = createChecker(input.settings);
  }

  /** Reads files again and returns those that changed. */
  update({ content = [], overlay = [] }: TouchedContent): readonly ChangedFile[] {
    return [...this.#shared.update(content), ...(this.#overlay?.update(overlay) ?? [])];
  }

  /** A document of which only its own text and values were changed, before anything else is checked. */
  later(changed: readonly ChangedFile[]): LaterEntity | undefined {
    const [{ before, after } = {}, ...others] = changed;
    if (others.length > 0 || !before || !after || after.diagnostics.length > 0) return undefined;
    const known = this.#entities.get(after.document?.address ?? after.translation?.of ?? '')?.document;
    const document = known && laterDocument(known, before, after);
    return document && this.#checker.later(known, document);
  }

  check(): CheckedContent {
    const content = this.#assembled();
    const { broadcast, diagnostics } = this.#checker.check(content);
    this.#entities = broadcast.entities;
    return { broadcast, shown: this.#lastGood(broadcast, content), diagnostics };
  }

  #assembled(): Content {
    const { shared, assemble } = this.#input;
    const readings = this.#shared.readings();
    return assemble
      ? assemble(readings, this.#overlay?.readings() ?? [])
      : assembleContent(readings, { prefix: shared.prefix });
  }

  /** Relative to the folder in which it was found. */
  readMedia(name: string, foundAt: string | undefined): Uint8Array {
    const { shared, overlay, inherited = [] } = this.#input;
    const layers = [shared, ...(overlay ? [overlay] : []), ...inherited];
    const found = layers.find(({ prefix }) => foundAt === prefix + name);
    return (found ?? shared).files.read(name);
  }
}

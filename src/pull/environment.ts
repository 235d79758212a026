/**
 * Information about the other targets of a repository. They share most files, so what is pulled from one target into a
 * shared file reaches the others with their next sync. It must stay valid for them, and it must be reported.
 */
import type { Address, Document } from '../content/document.ts';
import { memoryFiles } from '../content/files.ts';
import { layerAt } from '../content/overlay.ts';
import { readFile, type FileReading } from '../content/read-file.ts';
import { contentFor, contents, type TargetLayers } from '../content/target-content.ts';
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Path } from '../values/json.ts';
import { once } from '../values/once.ts';
import type { ModelSettings } from '../model/broadcast.ts';
import { checkContent, type Checked } from '../model/check-content.ts';
import { shownFile, type FileEdit } from './pull-plan.ts';

export interface Environment {
  /** The folder of the target's own files, as a path from the content folder: `../content.staging/`. */
  readonly overlay: string;
  /** The content as it would be after the edits, with the problems that they would cause for other targets. */
  readonly check: (edits: readonly FileEdit[]) => Checked;
  /** The other targets that people may look at: not the embedded service. */
  readonly others: readonly string[];
  /** The targets among them that take the value at this path of a document from this file. */
  readonly othersReading: (file: string, address: Address, path: Path) => readonly string[];
  /** Every target other than this one that has such a document. */
  readonly elsewhere: (address: Address) => readonly string[];
}

interface Targets {
  readonly target: string;
  readonly others: readonly string[];
  readonly overlay: string;
  readonly layers: TargetLayers;
  readonly settings: ModelSettings;
}

export function environmentOf({ target, others, overlay, layers, settings }: Targets): Environment {
  const documents = once(() => documentsOf(target, layers));
  const before = once(() => new Set(errorsOfOthers(target, layers, settings).map(inShort)));
  return {
    overlay,
    others,
    check: (edits) => {
      const after = layersAfter(edits, { target, overlay, layers });
      const checked = checkContent(contentFor(target, after), settings, { errorsOnly: true });
      const isShared = edits.some(({ file }) => !file.startsWith(overlay));
      const broken = isShared
        ? errorsOfOthers(target, after, settings).filter((error) => !before().has(inShort(error)))
        : [];
      return { ...checked, diagnostics: [...checked.diagnostics, ...broken] };
    },
    othersReading: (file, address, path) =>
      others.filter((name) => {
        const document = documents().get(name)?.get(address);
        return document !== undefined && fileSaying(document, path) === file;
      }),
    elsewhere: (address) => [...documents()].filter(([, byAddress]) => byAddress.has(address)).map(([name]) => name),
  };
}

type Documents = ReadonlyMap<string, ReadonlyMap<Address, Document>>;

function documentsOf(target: string, layers: TargetLayers): Documents {
  const found = contents(layers).flatMap(({ targets: alike, content }) => {
    const byAddress = new Map(content.documents.map((document) => [document.address, document]));
    return alike.map((name): [string, ReadonlyMap<Address, Document>] => [name, byAddress]);
  });
  return new Map(found.filter(([name]) => name !== target));
}

const fileSaying = (document: Document, path: Path): string => layerAt(document, path).source.file;

/** Each error once, with the names of the targets that have it. */
function errorsOfOthers(target: string, layers: TargetLayers, settings: ModelSettings): readonly Diagnostic[] {
  const errors = contents(layers)
    .filter(({ targets }) => !targets.includes(target))
    .flatMap(({ targets, content }) =>
      checkContent(content, settings)
        .diagnostics.filter(isError)
        .map((error) => ({ error, targets })),
    );
  return [...Map.groupBy(errors, ({ error }) => inShort(error)).values()].map((same) => {
    const { error } = same[0]!;
    const names = same.flatMap(({ targets }) => targets).join(' and ');
    return { ...error, message: `${error.message} (for ${names})` };
  });
}

/** Without the line, which edits of other lines change. */
const inShort = ({ code, message, at }: Diagnostic): string => `${code} ${at.file} ${message}`;

/** Only the edited files are read again. */
function layersAfter(
  edits: readonly FileEdit[],
  { target, overlay, layers }: Pick<Targets, 'target' | 'overlay' | 'layers'>,
): TargetLayers {
  if (edits.length === 0) return layers;
  const { own = [], shared = [] } = Object.groupBy(edits, ({ file }) => (file.startsWith(overlay) ? 'own' : 'shared'));
  const { prefix } = layers;
  const overlays = new Map(layers.overlays);
  if (own.length > 0) {
    const moved = own.map((edit) => ({ ...edit, file: edit.file.slice(overlay.length) }));
    overlays.set(target, edited(overlays.get(target) ?? [], moved, shownFile(prefix, overlay)));
  }
  return { ...layers, shared: edited(layers.shared, shared, prefix), overlays };
}

function edited(readings: readonly FileReading[], edits: readonly FileEdit[], prefix: string): readonly FileReading[] {
  const touched = new Set(edits.map(({ file }) => file));
  const texts = edits.flatMap((edit): [string, string][] => (edit.kind === 'delete' ? [] : [[edit.file, edit.text]]));
  const files = memoryFiles(Object.fromEntries(texts));
  return [
    ...readings.filter(({ path }) => !touched.has(path)),
    ...files.entries().map((entry) => readFile(files, entry, prefix)),
  ];
}

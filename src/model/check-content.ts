import type { Document } from '../content/document.ts';
import type { Content } from '../content/read-content.ts';
import { diagnose, inReadingOrder, isError, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, Entity, ModelSettings } from './broadcast.ts';
import { fieldProblems } from './field-problems.ts';
import { catalogued, type Library } from './library.ts';
import { normalise } from './normalise.ts';
import { broadcastRules } from './rules/registry.ts';
import { secretWarnings, withoutSecrets } from './secret-warnings.ts';
import { survey } from './survey.ts';

export interface Checked {
  /** The documents that are right in themselves. */
  readonly broadcast: Broadcast;
  /** Those of the content included, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Schema, then normalise, then rules between documents. Every problem is collected; none stops the others. */
export function checkContent(content: Content, settings: ModelSettings): Checked {
  const library = catalogued(content, settings);
  const misread = Map.groupBy(content.diagnostics, ({ at }) => at.file);
  const checked = content.documents.map((document) =>
    checkDocument(document, library, misread.get(document.source.file) ?? []),
  );
  const broadcast = assemble(
    checked.flatMap(({ entity }) => entity ?? []),
    library,
  );
  const diagnostics = [
    ...content.diagnostics,
    ...checked.flatMap((each) => each.diagnostics),
    ...broadcastRules.flatMap((rule) => rule.check(broadcast)),
    ...missingBroadcast(content.prefix, library),
  ];
  return { broadcast, diagnostics: inReadingOrder(diagnostics.map(withoutSecrets)) };
}

/** `misread`: what was wrong with the file as a file. Of a value that could not be read rightly nothing more is said. */
function checkDocument(
  document: Document,
  library: Library,
  misread: readonly Diagnostic[],
): { entity?: Entity; diagnostics: readonly Diagnostic[] } {
  const surveyed = survey(document, library);
  const places = new Set(misread.map(placeOf));
  const own = [...fieldProblems(document, surveyed.secrets), ...surveyed.diagnostics];
  const found = [...own, ...secretWarnings(document, own)];
  const diagnostics = found.filter((diagnostic) => !places.has(placeOf(diagnostic)));
  const isRight = !diagnostics.some(isError) && !misread.some(isError);
  return isRight ? { diagnostics, entity: normalise(document, surveyed) } : { diagnostics };
}

const placeOf = ({ at: { line, column, length } }: Diagnostic): string => `${line}:${column}+${length}`;

function assemble(entities: readonly Entity[], { media, settings }: Library): Broadcast {
  return {
    entities: new Map(entities.map((entity) => [entity.address, entity])),
    byKind: Map.groupBy(entities, ({ kind }) => kind),
    media,
    settings,
  };
}

function missingBroadcast(prefix: string, { documents, unreadable }: Library): readonly Diagnostic[] {
  if (documents.has('broadcast') || unreadable.has('broadcast')) return [];
  return [
    diagnose('no-broadcast', wholeFile(`${prefix}broadcast.yaml`), 'there is no broadcast.yaml', {
      suggestion: 'add one with at least a `name`',
    }),
  ];
}

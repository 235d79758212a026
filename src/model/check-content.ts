import type { Document } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import type { Content } from '../content/read-content.ts';
import { diagnose, inReadingOrder, isError, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, Entity, ModelSettings } from './broadcast.ts';
import { fieldProblems, type Validators } from './field-problems.ts';
import {
  changedNames,
  factsOf,
  libraryOf,
  observedLibrary,
  otherTargets,
  type Facts,
  type Library,
} from './library.ts';
import { normalise } from './normalise.ts';
import { broadcastRules } from './rules/registry.ts';
import { secretWarnings, withoutSecrets } from './secret-warnings.ts';
import { survey } from './survey.ts';

export interface Checked {
  /** The documents that are right in themselves. */
  readonly broadcast: Broadcast;
  /** Every document that could be read, those with errors without the fields that have them: for rules only. */
  readonly read: Broadcast;
  /** Those of the content included, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Schema, then normalise, then rules between documents. Every problem is collected; none stops the others. */
export const checkContent = (content: Content, settings: ModelSettings, validators?: Validators): Checked =>
  createChecker(settings, validators)(content);

/**
 * Checks content again and again while it is edited. A document is looked at anew when it is another, or when something
 * that it asked about other documents has another answer; else what was found then, its entity included, is found again.
 * `validators`: the generated ones, unless the content is of other kinds.
 */
export function createChecker(settings: ModelSettings, validators?: Validators): (content: Content) => Checked {
  let facts: Facts = new Map();
  let findings = new Map<Document, Finding>();
  return (content) => {
    const before = facts;
    facts = factsOf(content);
    const changed = changedNames(before, facts);
    const library = libraryOf(facts, { settings, kinds: content.kinds });
    const misread = Map.groupBy(content.diagnostics, ({ at }) => at.file);
    const known = findings;
    findings = new Map(
      content.documents.map((document) => {
        const wrong = layersOf(document).flatMap(({ source }) => misread.get(source.file) ?? []);
        const found = known.get(document);
        const isSame = found && isFoundAgain(found, wrong, changed);
        return [document, isSame ? found : checkDocument(document, library, { misread: wrong, validators })];
      }),
    );
    const checked = [...findings.values()];
    const isRight = checked.every(({ entity }) => !entity.faulty);
    const read = assemble(
      checked.map(({ entity }) => entity),
      content,
      settings,
    );
    const right = checked.flatMap(({ entity }) => (entity.faulty ? [] : entity));
    const broadcast = isRight ? read : assemble(right, content, settings);
    const diagnostics = [
      ...content.diagnostics,
      ...checked.flatMap((each) => each.diagnostics),
      ...broadcastRules.flatMap((rule) => rule.check(read)),
      ...missingBroadcast(content.prefix, facts),
    ];
    return { broadcast, read, diagnostics: inReadingOrder(diagnostics.map(withoutSecrets)) };
  };
}

interface Finding {
  readonly entity: Entity;
  readonly diagnostics: readonly Diagnostic[];
  /** What was wrong with the file as a file. */
  readonly misread: readonly Diagnostic[];
  /** The names by which it asked about other documents. */
  readonly asked: ReadonlySet<string>;
}

const isFoundAgain = ({ misread, asked }: Finding, now: readonly Diagnostic[], changed: ReadonlySet<string>): boolean =>
  misread.length === now.length &&
  misread.every((each, index) => each.code === now[index]!.code && placeOf(each) === placeOf(now[index]!)) &&
  (changed.size === 0 || ![...asked].some((name) => changed.has(name)));

/** Of a value that could not be read rightly nothing more is said. */
function checkDocument(
  document: Document,
  library: Library,
  { misread, validators }: { readonly misread: readonly Diagnostic[]; readonly validators: Validators | undefined },
): Finding {
  const asked = new Set<string>();
  const surveyed = survey(
    document,
    observedLibrary(library, (name) => asked.add(name)),
  );
  const places = new Set(misread.map(placeOf));
  const inFields = fieldProblems(document, surveyed.secrets, validators);
  const own = [...inFields.map(({ diagnostic }) => diagnostic), ...surveyed.diagnostics];
  const found = [...own, ...secretWarnings(document, own)];
  const diagnostics = found.filter((diagnostic) => !places.has(placeOf(diagnostic)));
  const isRight = !diagnostics.some(isError) && !misread.some(isError);
  const faulty = isRight ? undefined : new Set([...surveyed.faulty, ...inFields.flatMap(({ field }) => field ?? [])]);
  return { diagnostics, misread, asked, entity: normalise(document, surveyed, faulty) };
}

const placeOf = ({ at: { file, line, column, length } }: Diagnostic): string => `${file}:${line}:${column}+${length}`;

function assemble(
  entities: readonly Entity[],
  { kinds, media, elsewhere }: Content,
  settings: ModelSettings,
): Broadcast {
  return {
    kinds,
    entities: new Map(entities.map((entity) => [entity.address, entity])),
    byKind: Map.groupBy(entities, ({ kind }) => kind),
    media: new Map(media.map((file) => [file.name, file])),
    ...(elsewhere && { elsewhere }),
    settings,
  };
}

function missingBroadcast(prefix: string, facts: Facts): readonly Diagnostic[] {
  const fact = facts.get('broadcast');
  if (fact !== undefined && otherTargets(fact) === undefined) return [];
  return [
    diagnose('no-broadcast', wholeFile(`${prefix}broadcast.yaml`), 'there is no broadcast.yaml', {
      suggestion: 'add one with at least a `name`',
    }),
  ];
}

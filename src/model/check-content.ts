import type { Address, Document } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import type { Content, UnreadDocument } from '../content/read-content.ts';
import { diagnose, inReadingOrder, isError, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, Entity, ModelSettings } from './broadcast.ts';
import { compareDocuments, comparedValues, type ComparedDocument, type ComparedValues } from './compare-documents.ts';
import { fieldProblems, type Validators } from './field-problems.ts';
import {
  answerTo,
  changedSubjects,
  factsOf,
  libraryOf,
  NO_FACTS,
  observedLibrary,
  type Facts,
  type Library,
  type SubjectKey,
} from './library.ts';
import { normalise } from './normalise.ts';
import { broadcastRules, documentRules, mayFindErrors } from './rules/rule-registry.ts';
import type { Problems } from './rules/rule.ts';
import { secretWarnings, withoutSecrets } from './secret-warnings.ts';
import { isSame } from '../values/canonical.ts';
import { survey } from './survey.ts';
import { contents, type TargetLayers } from '../content/target-content.ts';

/** Content after its checks. */
export interface Checked {
  /** The documents without errors. */
  readonly broadcast: Broadcast;
  /** Every document that could be read; those with errors lack the fields that have them. For rules only. */
  readonly read: Broadcast;
  /** Includes those of the content, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The content to check, and how. */
export interface ContentChecks {
  /** The generated ones by default. */
  readonly validators?: Validators;
  /** Looks for nothing that is not an error: a build shows only these, and the other checks parse every text. */
  readonly errorsOnly?: boolean;
}

/** Schema, then normalise, then rules between documents. Every problem is collected; none hides the others. */
export const checkContent = (content: Content, settings: ModelSettings, options?: ContentChecks): Checked =>
  createChecker(settings, options).check(content);

/** Checks content repeatedly while it is edited. */
export interface Checker {
  /**
   * A document is checked again if it changed, or if the answer to one of its questions about other documents changed.
   * Otherwise the earlier result, including its entity, is reused.
   */
  readonly check: (content: Content, remembered?: Remembered) => Checked;
  /**
   * Checks a later version of one document alone. Undefined if it has errors or had some, or if others might see the
   * difference: then all have to be checked.
   */
  readonly later: (before: Document, after: Document) => LaterEntity | undefined;
  /**
   * The problems that a version of a document would have that is not written yet, among the others as they were checked
   * last. `misread`: those of its files.
   */
  readonly trial: (
    before: Document | undefined,
    document: Document,
    misread: readonly Diagnostic[],
  ) => readonly Diagnostic[];
  /** A document that is not read, as a later check needs it: the questions and values of the last check. */
  readonly rememberedOf: (document: Document) => Pick<RememberedDocument, 'asked' | 'compared'>;
  /** The answer to such a question, now. */
  readonly answer: (key: SubjectKey) => string;
}

/** Documents in which an earlier check found no problem. They exist, and are read only to report what they have a part in. */
export interface Remembered {
  readonly documents: ReadonlyMap<Address, RememberedDocument>;
  readonly read: (address: Address) => Document;
}

export interface RememberedDocument extends UnreadDocument {
  /** The questions that its check asked about other documents. */
  readonly asked: readonly SubjectKey[];
  readonly compared: ComparedValues;
}

export interface LaterEntity {
  readonly before: Entity;
  readonly after: Entity;
}

export function createChecker(settings: ModelSettings, options: ContentChecks = {}): Checker {
  const isWanted = options.errorsOnly ? mayFindErrors : () => true;
  const [rules, rulesForEach] = [broadcastRules.filter(isWanted), documentRules.filter(isWanted)];
  let facts: Facts = NO_FACTS;
  let library = libraryOf(facts, { settings, kinds: [] });
  let observed = library;
  let findings = new Map<Document, Finding>();
  let checkedLast: Broadcast | undefined;
  let asked = new Set<SubjectKey>();
  const inspect = (document: Document, misread: readonly Diagnostic[]): Finding => {
    asked = new Set();
    const found = checkDocument(document, observed, { ...options, misread });
    const { entity } = found;
    const diagnostics = [...found.diagnostics, ...rulesForEach.flatMap((rule) => rule.check(entity))];
    // Now, while the results of reading its texts are still known.
    return { ...found, diagnostics, asked, compared: comparedValues(rules, entity) };
  };
  /** By address, in the order of the files. */
  const comparedWith = (remembered: Remembered | undefined): ReadonlyMap<Address, ComparedDocument> => {
    const documents = new Map<Address, ComparedDocument>();
    for (const { entity, compared } of findings.values())
      documents.set(entity.address, { kind: entity.kind, compared });
    if (!remembered) return documents;
    const inOrder = new Map<Address, ComparedDocument>();
    for (const address of facts.documents.keys()) {
      const document = documents.get(address) ?? remembered.documents.get(address);
      if (document) inOrder.set(address, document);
    }
    return inOrder;
  };
  function check(read: Content, remembered?: Remembered): Checked {
    const content = remembered ? { ...read, unread: [...remembered.documents.values()] } : read;
    const before = facts;
    facts = factsOf(content);
    // The first check has no earlier result to reuse.
    const changed = findings.size === 0 ? NO_SUBJECTS : changedSubjects(before, facts);
    library = libraryOf(facts, { settings, kinds: content.kinds });
    observed = observedLibrary(library, (key) => asked.add(key));
    const misread = Map.groupBy(content.diagnostics, ({ at }) => at.file);
    const earlier = findings;
    const findAgain = (document: Document): readonly [Document, Finding] => {
      const wrong = layersOf(document).flatMap(({ source }) => misread.get(source.file) ?? []);
      const found = earlier.get(document);
      const isSame = found && isFoundAgain(found, wrong, changed);
      return [document, isSame ? found : inspect(document, wrong)];
    };
    findings = new Map(content.documents.map(findAgain));
    const checked = [...findings.values()];
    const isRight = checked.every(({ entity }) => !entity.faulty);
    const whole = assemble(
      checked.map(({ entity }) => entity),
      content,
      settings,
    );
    checkedLast = whole;
    const right = checked.flatMap(({ entity }) => (entity.faulty ? [] : entity));
    const broadcast = isRight ? whole : assemble(right, content, settings);
    const readAgain = new Map<Address, Entity>();
    const entityAt = (address: Address): Entity => {
      const present = whole.entities.get(address) ?? readAgain.get(address);
      if (present) return present;
      const { entity } = checkDocument(remembered!.read(address), library, { ...options, misread: [] });
      readAgain.set(address, entity);
      return entity;
    };
    const diagnostics = [
      ...content.diagnostics,
      ...checked.flatMap((each) => each.diagnostics),
      ...compareDocuments(rules, comparedWith(remembered), { entityAt, media: whole.media }),
      ...[missingBroadcast(content.prefix, facts)].flat(),
    ];
    return { broadcast, read: whole, diagnostics: inReadingOrder(diagnostics.map(withoutSecrets)) };
  }
  const later = (before: Document, after: Document): LaterEntity | undefined => {
    const found = findings.get(before);
    if (!found || found.entity.faulty || !hasSameLocalKeys(before, after)) return undefined;
    const { entity } = checkDocument(after, library, { ...options, misread: [] });
    return entity.faulty ? undefined : { before: found.entity, after: entity };
  };
  const trial: Checker['trial'] = (before, document, misread) => {
    const { address } = document;
    const { entity, diagnostics, compared } = inspect(document, misread);
    const own = [...misread, ...diagnostics];
    // What others compare with is the same, so nothing between them changes.
    const isAlone = before && isSame(findings.get(before)?.compared ?? null, compared);
    if (isAlone) return own.map(withoutSecrets);
    const documents = new Map(comparedWith(undefined)).set(address, { kind: entity.kind, compared });
    const { entities, media } = checkedLast!;
    const entityAt = (asked: Address): Entity => (asked === address ? entity : entities.get(asked)!);
    const files = new Set(layersOf(document).map(({ source }) => source.file));
    const between = compareDocuments(rules, documents, { entityAt, media }).filter(({ at, notes }) =>
      [at, ...notes.map((note) => note.at)].some((each) => each && files.has(each.file)),
    );
    return [...own, ...between].map(withoutSecrets);
  };
  const rememberedOf: Checker['rememberedOf'] = (document) => {
    const { asked, compared } = findings.get(document)!;
    return { asked: [...asked], compared };
  };
  return { check, later, trial, rememberedOf, answer: (key) => answerTo(key, library) };
}

const NO_SUBJECTS: ReadonlySet<SubjectKey> = new Set();

/** These decide where a document is, for whom, and which others it belongs to. */
function hasSameLocalKeys({ address, data: before }: Document, { address: now, data: after }: Document): boolean {
  const keys = [...Object.keys(before), ...Object.keys(after)].filter((key) => key.startsWith('$'));
  return address === now && keys.every((key) => isSame(before[key], after[key]));
}

interface Finding {
  readonly entity: Entity;
  readonly diagnostics: readonly Diagnostic[];
  /** Problems of the file itself. */
  readonly misread: readonly Diagnostic[];
  /** The questions that it asked about other documents. */
  readonly asked: ReadonlySet<SubjectKey>;
  readonly compared: ComparedValues;
}

const isFoundAgain = (
  { misread, asked }: Finding,
  now: readonly Diagnostic[],
  changed: ReadonlySet<SubjectKey>,
): boolean =>
  misread.length === now.length &&
  misread.every((each, index) => each.code === now[index]!.code && placeOf(each) === placeOf(now[index]!)) &&
  (changed.size === 0 || ![...asked].some((key) => changed.has(key)));

/** A value that could not be read correctly is not checked further. */
function checkDocument(
  document: Document,
  library: Library,
  { misread, validators, errorsOnly = false }: ContentChecks & { readonly misread: readonly Diagnostic[] },
): Omit<Finding, 'asked' | 'compared'> {
  const surveyed = survey(document, library, errorsOnly);
  const places = new Set(misread.map(placeOf));
  const inFields = fieldProblems(document, surveyed.ruled, validators);
  const own = [...inFields.map(({ diagnostic }) => diagnostic), ...surveyed.diagnostics];
  const found = errorsOnly ? own : [...own, ...secretWarnings(document, own)];
  const diagnostics = found.filter((diagnostic) => !places.has(placeOf(diagnostic)));
  const isRight = !diagnostics.some(isError) && !misread.some(isError);
  const faulty = isRight ? undefined : new Set([...surveyed.faulty, ...inFields.flatMap(({ field }) => field ?? [])]);
  return { diagnostics, misread, entity: normalise(document, surveyed, faulty) };
}

export const placeOf = ({ at: { file, line, column, length } }: Diagnostic): string =>
  `${file}:${line}:${column}+${length}`;

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

function missingBroadcast(prefix: string, facts: Facts): Problems {
  const fact = facts.documents.get('broadcast');
  if (fact !== undefined && fact.type !== 'elsewhere') return [];
  return diagnose('no-broadcast', wholeFile(`${prefix}broadcast.yaml`), 'there is no broadcast.yaml', {
    suggestion: 'add one with at least a `name`',
  });
}

/** Checks the content of every target. A problem of all targets is reported once; any other names its targets. */
interface CheckedTargets {
  /** The number of documents, including those of a single target. */
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Facts that rules for other documents may use: one for all targets with the same content. */
  readonly read: readonly Broadcast[];
  /** The one of a target. */
  readonly readFor: (target: string) => Broadcast;
}

export const checkTargets = (layers: TargetLayers, settings: ModelSettings): CheckedTargets =>
  checkEach(layers.targets, contents(layers), (content) => checkContent(content, settings));

/** `targets`: the names of all targets. */
export function checkEach(
  targets: readonly string[],
  each: ReturnType<typeof contents>,
  check: (content: Content) => Checked,
): CheckedTargets {
  const addresses = new Set<string>();
  const found = new Map<string, { diagnostic: Diagnostic; targets: string[] }>();
  const read: Broadcast[] = [];
  for (const { targets: alike, content } of each) {
    for (const { address } of content.documents) addresses.add(address);
    const checked = check(content);
    read.push(checked.read);
    for (const diagnostic of checked.diagnostics) {
      const key = JSON.stringify(diagnostic);
      const same = found.get(key);
      if (same) same.targets.push(...alike);
      else found.set(key, { diagnostic, targets: [...alike] });
    }
  }
  const diagnostics = [...found.values()].map(({ diagnostic, targets: alike }) =>
    alike.length === targets.length ? diagnostic : forSome(diagnostic, alike),
  );
  const readFor = (target: string): Broadcast => read[each.findIndex(({ targets: alike }) => alike.includes(target))]!;
  return { documents: addresses.size, diagnostics: inReadingOrder(diagnostics), read, readFor };
}

function forSome(diagnostic: Diagnostic, targets: readonly string[]): Diagnostic {
  const message = `only in the content of ${targets.join(' and ')}`;
  return { ...diagnostic, notes: [...diagnostic.notes, { message }] };
}

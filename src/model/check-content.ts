import type { Document } from '../content/document.ts';
import { layersOf } from '../content/overlay.ts';
import type { Content } from '../content/read-content.ts';
import { diagnose, inReadingOrder, isError, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast, Entity, ModelSettings } from './broadcast.ts';
import { fieldProblems, type Validators } from './field-problems.ts';
import { factsOf, factsText, libraryOf, type Facts, type Library } from './library.ts';
import { normalise } from './normalise.ts';
import { broadcastRules, documentRules, mayFindErrors } from './rules/rule-registry.ts';
import type { Problems } from './rules/rule.ts';
import { secretWarnings, withoutSecrets } from './secret-warnings.ts';
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
export function checkContent(content: Content, settings: ModelSettings, options?: ContentChecks): Checked {
  const check = openCheck(content, settings, options);
  return check.all(content.documents.map((document) => check.one(document)));
}

/** What the check of one document found. */
export interface Finding {
  readonly entity: Entity;
  readonly diagnostics: readonly Diagnostic[];
}

/** A check that somebody takes a step at a time. */
export interface OpenCheck {
  /** Checks a document of the content, or another version of one. `misread`: the problems of its files. */
  readonly one: (document: Document, misread?: readonly Diagnostic[]) => Finding;
  /** Compares the documents with each other. */
  readonly all: (findings: readonly Finding[]) => Checked;
  /** The problems of a version of a document that is not written yet, among the others as they were read. */
  readonly trial: (
    document: Document,
    misread: readonly Diagnostic[],
    others: readonly Entity[],
  ) => readonly Diagnostic[];
  /** Everything that decides what is found in a document besides itself, as a text: equal for equal answers. */
  readonly asked: () => string;
}

export function openCheck(content: Content, settings: ModelSettings, options: ContentChecks = {}): OpenCheck {
  const isWanted = options.errorsOnly ? mayFindErrors : () => true;
  const [rules, rulesForEach] = [broadcastRules.filter(isWanted), documentRules.filter(isWanted)];
  const facts = factsOf(content);
  const library = libraryOf(facts, { settings, kinds: content.kinds });
  const misreadIn = Map.groupBy(content.diagnostics, ({ at }) => at.file);
  const misreadOf = (document: Document): readonly Diagnostic[] =>
    misreadIn.size === 0 ? [] : layersOf(document).flatMap(({ source }) => misreadIn.get(source.file) ?? []);
  const compared = (read: Broadcast): readonly Diagnostic[] => rules.flatMap((rule) => rule.check(read));
  const one: OpenCheck['one'] = (document, misread = misreadOf(document)) => {
    const { entity, diagnostics } = checkDocument(document, library, { ...options, misread });
    return { entity, diagnostics: [...diagnostics, ...rulesForEach.flatMap((rule) => rule.check(entity))] };
  };
  return {
    one,
    all(findings) {
      const entities = findings.map(({ entity }) => entity);
      const read = broadcastOf(entities, content, settings);
      const right = entities.filter(({ faulty }) => !faulty);
      const diagnostics = [
        ...content.diagnostics,
        ...findings.flatMap((each) => each.diagnostics),
        ...compared(read),
        ...[missingBroadcast(content.prefix, facts)].flat(),
      ];
      return {
        broadcast: right.length === entities.length ? read : broadcastOf(right, content, settings),
        read,
        diagnostics: inReadingOrder(diagnostics.map(withoutSecrets)),
      };
    },
    trial(document, misread, others) {
      const { entity, diagnostics } = one(document, misread);
      const files = new Set(layersOf(document).map(({ source }) => source.file));
      const entities = [...others.filter(({ address }) => address !== entity.address), entity];
      const between = compared(broadcastOf(entities, content, settings)).filter(({ at, notes }) =>
        [at, ...notes.map((note) => note.at)].some((each) => each && files.has(each.file)),
      );
      return [...misread, ...diagnostics, ...between].map(withoutSecrets);
    },
    asked: () => JSON.stringify([factsText(facts), content.diagnostics.map((each) => [each.code, placeOf(each)])]),
  };
}

/** A value that could not be read correctly is not checked further. */
function checkDocument(
  document: Document,
  library: Library,
  { misread, validators, errorsOnly = false }: ContentChecks & { readonly misread: readonly Diagnostic[] },
): Finding {
  const surveyed = survey(document, library, errorsOnly);
  const places = new Set(misread.map(placeOf));
  const inFields = fieldProblems(document, surveyed.ruled, validators);
  const own = [...inFields.map(({ diagnostic }) => diagnostic), ...surveyed.diagnostics];
  const found = errorsOnly ? own : [...own, ...secretWarnings(document, own)];
  const diagnostics = found.filter((diagnostic) => !places.has(placeOf(diagnostic)));
  const isRight = !diagnostics.some(isError) && !misread.some(isError);
  const faulty = isRight ? undefined : new Set([...surveyed.faulty, ...inFields.flatMap(({ field }) => field ?? [])]);
  return { diagnostics, entity: normalise(document, surveyed, faulty) };
}

export const placeOf = ({ at: { file, line, column, length } }: Diagnostic): string =>
  `${file}:${line}:${column}+${length}`;

export function broadcastOf(
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

export function checkTargets(layers: TargetLayers, settings: ModelSettings): CheckedTargets {
  const each = contents(layers);
  const addresses = new Set<string>();
  const found = new Map<string, { diagnostic: Diagnostic; targets: string[] }>();
  const read: Broadcast[] = [];
  for (const { targets: alike, content } of each) {
    for (const { address } of content.documents) addresses.add(address);
    const checked = checkContent(content, settings);
    read.push(checked.read);
    for (const diagnostic of checked.diagnostics) {
      const key = JSON.stringify(diagnostic);
      const same = found.get(key);
      if (same) same.targets.push(...alike);
      else found.set(key, { diagnostic, targets: [...alike] });
    }
  }
  const diagnostics = [...found.values()].map(({ diagnostic, targets: alike }) =>
    alike.length === layers.targets.length ? diagnostic : forSome(diagnostic, alike),
  );
  const readFor = (target: string): Broadcast => read[each.findIndex(({ targets: alike }) => alike.includes(target))]!;
  return { documents: addresses.size, diagnostics: inReadingOrder(diagnostics), read, readFor };
}

function forSome(diagnostic: Diagnostic, targets: readonly string[]): Diagnostic {
  const message = `only in the content of ${targets.join(' and ')}`;
  return { ...diagnostic, notes: [...diagnostic.notes, { message }] };
}

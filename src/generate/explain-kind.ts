/** A description of a kind as data: `gitcast explain` prints it, and docs/reference.md is generated from it. */
import { fileSchema, isInFile } from '../kinds/file-form.ts';
import type { Field, Kind, Place } from '../kinds/kind.ts';
import { SURFACE_BASE, type Operation, type Verb, type Profile } from '../kinds/operation.ts';
import { capabilities, type Capabilities } from '../kinds/capabilities.ts';
import { describeType } from './describe-type.ts';
import { explainInside, holdsOf, type Holds, type PropertyExplanation } from './explain-inside.ts';
import { gapsOf } from './gaps.ts';

export interface KindExplanation {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** The folder of its files, inside the content folder. */
  readonly folder: string | undefined;
  /** True if the service rejects fields that are not listed. */
  readonly closed: boolean;
  /** The field for the body of a Markdown file. */
  readonly body: string | undefined;
  readonly fields: readonly FieldExplanation[];
  readonly localKeys: readonly LocalKeyExplanation[];
  readonly naturalKey: readonly (readonly string[])[];
  readonly operations: readonly OperationExplanation[];
  readonly capabilities: Readonly<Record<Profile, Capabilities>>;
  /** What the interface does not show, and what is assumed instead. */
  readonly gaps: readonly string[];
  readonly example: Kind['example'];
}

export interface FieldExplanation {
  readonly name: string;
  readonly type: string;
  readonly required: readonly Place[];
  readonly about: string;
  readonly access: 'written' | 'answered';
  readonly default: unknown;
  readonly assumed: boolean;
  /** The entries that the embedded service accepts in a list, by profile. */
  readonly accepted?: Readonly<Record<Profile, readonly string[]>>;
  /** The contents of an object or list of objects, at any depth, down to shapes that have their own name. */
  readonly inside: readonly PropertyExplanation[];
  readonly holds?: Holds;
}

interface LocalKeyExplanation {
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

interface OperationExplanation {
  readonly verb: Verb;
  readonly method: Operation['method'];
  readonly path: string;
  readonly documented: boolean;
}

export function explainKind(kind: Kind): KindExplanation {
  return {
    name: kind.name,
    title: kind.title,
    summary: kind.summary,
    folder: kind.folder,
    closed: kind.closed,
    body: kind.body,
    fields: Object.entries(kind.fields)
      .filter(([, field]) => field.access !== 'withheld')
      .map(([name, field]) => explainField(name, field)),
    localKeys: kind.folder === undefined ? [] : explainLocalKeys(kind),
    naturalKey: kind.naturalKey,
    operations: kind.operations.map(explainOperation),
    capabilities: { documented: capabilities(kind, 'documented'), extended: capabilities(kind, 'extended') },
    gaps: gapsOf(kind),
    example: kind.example,
  };
}

const explainField = (name: string, field: Field): FieldExplanation => ({
  name,
  type: describeType(field.schema),
  required: field.required ?? [],
  about: field.about,
  access: isInFile(field) ? 'written' : 'answered',
  default: field.schema.default,
  assumed: field.assumed ?? false,
  ...(field.accepted && { accepted: field.accepted }),
  inside: explainInside(name, field.schema, { depth: 1 }),
  ...holdsOf(field.schema),
});

function explainLocalKeys(kind: Kind): readonly LocalKeyExplanation[] {
  const written = Object.entries(fileSchema(kind).properties ?? {}).filter(([name]) => name.startsWith('$'));
  return written.map(([name, schema]) => ({ name, type: describeType(schema), about: schema.description ?? '' }));
}

const explainOperation = ({ verb, surface, method, path, documented }: Operation): OperationExplanation => ({
  verb,
  method,
  path: SURFACE_BASE[surface] + path,
  documented,
});

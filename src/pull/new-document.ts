/** The file of an object that has no file yet. */
import { editMarkdown } from '../content/edit/markdown.ts';
import { editYaml } from '../content/edit/yaml.ts';
import type { Address } from '../content/document.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { isRequired } from '../kinds/file-form.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { withLeaf } from '../values/leaves.ts';
import { fileValues } from './files/file-values.ts';
import type { Names } from './files/names.ts';
import type { FileEdit } from './pull-plan.ts';

export interface NewDocument {
  readonly edit: FileEdit;
  readonly notes: readonly string[];
}

interface Circumstances {
  readonly names: Names;
  /** True if the file has to name the id, because nothing else distinguishes the object from others. */
  readonly needsId: boolean;
  /** The map of a place, if it has to be named. */
  readonly map: Address | undefined;
  /** Leaves that would make the file invalid. */
  readonly omitted: Iterable<string>;
}

export function newDocument(address: Address, record: RemoteRecord, circumstances: Circumstances): NewDocument {
  const { names, needsId, map, omitted } = circumstances;
  const kind = kindNamed(record.kind);
  const { fields: all, credentials } = fileValues(record, names);
  let fields = all;
  for (const name of omitted) fields = withLeaf(fields, name, undefined);
  const isKept = ([name, value]: [string, Json]): boolean => !isEmpty(value) || isRequired(kind.fields[name]!, 'file');
  const said = Object.entries(fields).filter(isKept);
  const { body: bodyField } = kind;
  const body = bodyField === undefined ? undefined : fields[bodyField];
  const data = Object.fromEntries([
    ...(needsId && !kind.single ? [['$id', record.id]] : []),
    ...said.filter(([name]) => name !== bodyField),
    ...(map !== undefined && kind.name === 'place' && isObject(fields['coordinates']) ? [['$map', map]] : []),
  ]) as JsonObject;
  const notes = credentials.map((path) => `${address}: ${path.join('.')} holds a credential and is left out`);

  if (bodyField !== undefined && !record.hidden.includes(bodyField)) {
    const text = editMarkdown('', [{ path: [], value: data }], typeof body === 'string' ? body : '');
    return { edit: { kind: 'create', file: `${address}.md`, text }, notes };
  }
  // Without a text there is no Markdown file: an empty one would mean that the text is empty.
  const comment = bodyField === undefined ? '' : withoutText(bodyField);
  const file = kind.single ? kind.folder! : `${address}.yaml`;
  return { edit: { kind: 'create', file, text: editYaml(comment, [{ path: [], value: data }]) }, notes };
}

const withoutText = (field: string): string =>
  `# The target does not show the ${field} of this object, so this file does not manage it.\n` +
  `# To manage it, rename the file to .md, put these fields between two lines of --- and write the text below.\n`;

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) ? value.length === 0 : isObject(value) && isBare(value));

const isBare = (value: JsonObject): boolean => Object.keys(value).length === 0;

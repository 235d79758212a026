/** Sources in memory, what readers make of them, and whether that is valid content. */
import fc from 'fast-check';
import { stringify } from 'yaml';
import { UserError } from '../../src/diagnostics/errors.ts';
import type {
  Reader,
  ReadingOptions,
  Source,
  SourceContent,
  SourceFile,
  SourceRecord,
} from '../../src/import/source.ts';
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';
import { slugify } from '../../src/content/placement.ts';
import { isObject, type Json } from '../../src/values/json.ts';
import { withLineFeeds } from '../../src/values/line-breaks.ts';
import { inShort } from '../model/harbour.ts';
import { runs } from '../seed.ts';

export const OPTIONS: ReadingOptions = {
  timezone: undefined,
  into: undefined,
  mapping: undefined,
};

const fileIn = (path: string, content: string): SourceFile => ({
  path,
  shown: path,
  size: Buffer.byteLength(content),
  bytes: () => Buffer.from(content),
  text: () => withLineFeeds(content),
});

/** One file, or several as a folder. */
export const sourceOf = (files: Readonly<Record<string, string>>): Source => {
  const names = Object.keys(files);
  const isFolder = names.length > 1;
  return {
    name: isFolder ? 'export' : names[0]!,
    isFolder,
    files: names.sort().map((name) => fileIn(name, files[name]!)),
  };
};

export const readWith = (
  reader: Reader,
  files: Readonly<Record<string, string>>,
  options: Partial<ReadingOptions> = {},
): Promise<SourceContent> => reader.read(sourceOf(files), { ...OPTIONS, ...options });

/** False if it is refused with a sentence; any other error is a bug. */
export const isRead = (reader: Reader, files: Readonly<Record<string, string>>, options?: Partial<ReadingOptions>) =>
  readWith(reader, files, options).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UserError) return false;
      throw error;
    },
  );

const MARKS = ['', '"', "'", '\n', '\n ', '\0', '\uFEFF', '\ud800', 'é', '0', '99', '9e999', 'Z', 'null', '\\'];
const BRACKETS = ['{', '}', '[]', '{"a":[[[', '<', ':', ';', ',', '=', '/', '|', '---\n', '+++', '{{<', '`', '{%'];
const LINES = ['BEGIN:VEVENT\n', 'END:VEVENT\n'];
const put = fc.oneof(fc.constantFrom(...MARKS, ...BRACKETS, ...LINES), fc.string({ unit: 'binary', maxLength: 10 }));
const damage = fc.record({ which: fc.nat(), at: fc.nat(), cut: fc.nat(40), put });

/** Reads sources that were cut and changed anywhere: any error but a refusal with a sentence fails the test. */
export const readDamaged = (
  reader: Reader,
  files: Readonly<Record<string, string>>,
  options?: Partial<ReadingOptions>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (all) => {
      const damaged = { ...files };
      const names = Object.keys(files);
      for (const { which, at, cut, put } of all) {
        const name = names[which % names.length]!;
        const start = at % (damaged[name]!.length + 1);
        damaged[name] = damaged[name]!.slice(0, start) + put + damaged[name]!.slice(start + cut);
      }
      await isRead(reader, damaged, options);
    }),
    { numRuns: runs({ test: 150, proof: 5000 }) },
  );

/** The fields of the records of a kind, by id. */
export const fieldsOf = ({ records }: SourceContent, kind: KindName): Readonly<Record<string, Json>> =>
  Object.fromEntries(records.filter((record) => record.kind === kind).map(({ id, fields }) => [id, fields]));

export const messagesOf = ({ diagnostics }: SourceContent): readonly string[] =>
  diagnostics.map(({ at, message }) => `${at.line}:${at.column} ${message}`);

/** What a check reports about the files of these records, with their pointers as addresses. */
export function problemsIn({ records }: SourceContent): readonly string[] {
  const clear = records.filter(({ unclear }) => unclear === undefined);
  const addresses = new Map(clear.map((record) => [`${record.kind} ${record.id}`, addressOf(record)]));
  return inShort(
    Object.fromEntries(
      clear.map((record) => [`${addressOf(record)}.yaml`, stringify(withAddresses(record.fields, addresses))]),
    ),
  );
}

const addressOf = ({ kind, id }: SourceRecord): string => `${kindNamed(kind).folder!}/${slugify(id)}`;

/** `hostIds` has ids of hosts. */
const POINTER = /^\$(map)$|^(.+?)(?:Ids?|_id)$/;

function withAddresses(value: Json, addresses: ReadonlyMap<string, string>, key = ''): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withAddresses(each, addresses, key));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, withAddresses(each, addresses, name)]),
    );
  const [, map, kind = map] = POINTER.exec(key) ?? [];
  return typeof value === 'string' ? (addresses.get(`${kind} ${value}`) ?? value) : value;
}

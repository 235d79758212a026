/** Reads a source as a target is read: into a snapshot. */
import { relative } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Format } from '../../import/source.ts';
import { uniqueId, type ReadingOptions, type SourceContent, type SourceRecord } from '../../import/source.ts';
import { count } from '../../diagnostics/count.ts';
import { fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import { walkFields } from '../../kinds/walk.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../../model/snapshot.ts';
import { epochOf, instantText, offsetOf } from '../../values/instants.ts';
import { presentContent } from '../files/present-content.ts';
import { readText } from '../../repository/read-settings.ts';
import type { Outside } from '../outside.ts';
import type { AskedImport } from './asked-import.ts';
import { withPointers } from './known-keys.ts';
import { openSource } from './open-source.ts';
import { withPictures } from './remote-media.ts';

export interface ReadSource {
  /** The name of the import. */
  readonly name: string;
  readonly format: Format;
  readonly content: Awaited<ReturnType<typeof withPictures>>;
  readonly snapshot: Snapshot;
}

export async function readImport(config: Config, asked: AskedImport, outside: Outside): Promise<ReadSource> {
  const { broadcast } = presentContent(config, outside.folder);
  const source = await openSource(config, asked, asked.folder, outside);
  const { readerFor } = await import('../../import/readers.ts');
  const reader = readerFor(source, asked.format);
  const reading = await readingOptions(asked, config);
  const copying = { config, outside, broadcast, isAsked: asked.media };
  const read = await withPictures(await reader.read(source, reading), copying);
  const content = { ...read, findings: [...read.findings, ...otherOffsets(read, config.site.timezone)] };
  return {
    name: asked.name,
    format: reader.name,
    content,
    snapshot: snapshotOf(content, reader.kinds(reading), asked.name, outside),
  };
}

/** Times that the site shows at another time of day than the source has. Programs write any zone as Z, or as +00:00. */
export function otherOffsets({ records }: SourceContent, timezone: string): readonly string[] {
  const found: string[] = [];
  for (const { kind, fields, at } of records)
    walkFields(kindNamed(kind), fields, ({ schema, value }) => {
      if (schema.format !== 'instant' || !/[1-9]/.test(offsetOf(String(value)))) return;
      const isOther = instantText(epochOf(String(value)), timezone).slice(19) !== offsetOf(String(value));
      if (isOther) found.push(`${String(value)} (${at.file}:${at.line})`);
    });
  const what = `${count(found.length, 'time')} with another offset than ${timezone}, the time zone of the site, has then`;
  return found.length === 0 ? [] : [`${what}, such as ${found[0]}`];
}

/** Kinds that the reader does not cover may have any object. */
function snapshotOf(
  { records, incomplete, diagnostics }: SourceContent,
  covered: readonly KindName[],
  name: string,
  { clock }: Pick<Outside, 'clock'>,
): Snapshot {
  const byKind = Map.groupBy(records, ({ kind }) => kind);
  const keys = new Set(records.map(({ kind, id }) => uniqueId(kind, id)));
  const has = (kind: KindName, id: string): boolean => keys.has(uniqueId(kind, id));
  const readingOf = (kind: KindName): KindReading => {
    const isLeftOut = incomplete.includes(kind);
    // Nothing failed: a list of speakers alone has no sessions.
    if (!covered.includes(kind) || (isLeftOut && !byKind.has(kind) && diagnostics.length === 0))
      return { type: 'unreadable' };
    const found = new Map((byKind.get(kind) ?? []).map((each) => [uniqueId(kind, each.id), remoteRecord(each, has)]));
    const reason =
      diagnostics.length === 0 ? 'the source has a part of it' : 'some entries of the source could not be read';
    return isLeftOut ? { type: 'unknown', reason, records: found } : { type: 'read', records: found };
  };
  const kinds = new Map(fileKinds.map((kind) => [kind.name, readingOf(kind.name)]));
  return { target: name, kinds, startedAt: clock.now(), requests: 0 };
}

function remoteRecord({ at, ...record }: SourceRecord, has: (kind: KindName, id: string) => boolean): RemoteRecord {
  const pointed = withPointers(record, (pointers, id) => {
    const kind = pointers.find((each) => has(each, id));
    return kind && uniqueId(kind, id);
  });
  const place = `${at.file}:${at.line}`;
  return { ...pointed, id: uniqueId(record.kind, record.id), place, hidden: [], hasFacts: true };
}

async function readingOptions(asked: AskedImport, { site }: Config): Promise<ReadingOptions> {
  const { folder, into, map } = asked;
  const readMapping = async (file: string) =>
    (await import('../../import/mapping.ts')).readMapping(relative(folder, file), readText(file));
  // UTC is what a configuration has that says nothing.
  const timezone = asked.timezone ?? (site.timezone === 'UTC' ? undefined : site.timezone);
  return { timezone, into, mapping: map === undefined ? undefined : await readMapping(map) };
}

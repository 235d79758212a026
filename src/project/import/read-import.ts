/** Reads a source as a target is read: into a snapshot. */
import { relative } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Format } from '../../import/formats.ts';
import { uniqueId, type ReadingOptions, type SourceContent, type SourceRecord } from '../../import/source.ts';
import { fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import { walkFields } from '../../kinds/walk.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../../model/snapshot.ts';
import { withValueAt } from '../../values/json.ts';
import { presentContent } from '../files/present-content.ts';
import { readText } from '../../repository/read-settings.ts';
import type { Outside } from '../outside.ts';
import type { AskedImport } from './asked-import.ts';
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
  const reading = await readingOptions(asked, config, outside);
  const copying = { config, outside, broadcast, isAsked: asked.media };
  const content = await withPictures(await reader.read(source, reading), copying);
  return {
    name: asked.name,
    format: reader.name,
    content,
    snapshot: snapshotOf(content, reader.kinds(reading), asked.name, outside),
  };
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
  let { fields } = record;
  walkFields(kindNamed(record.kind), fields, ({ schema, value, path }) => {
    if (typeof value !== 'string') return;
    const pointed = (schema['x-pointer'] as readonly KindName[] | undefined)?.find((kind) => has(kind, value));
    if (pointed) fields = withValueAt(fields, path, uniqueId(pointed, value));
  });
  const place = `${at.file}:${at.line}`;
  return { ...record, id: uniqueId(record.kind, record.id), fields, place, hidden: [], hasFacts: true };
}

async function readingOptions(asked: AskedImport, { site }: Config, { now }: Outside): Promise<ReadingOptions> {
  const { folder, into, map } = asked;
  const readMapping = async (file: string) =>
    (await import('../../import/mapping.ts')).readMapping(relative(folder, file), readText(file));
  // UTC is what a configuration has that says nothing.
  const timezone = asked.timezone ?? (site.timezone === 'UTC' ? undefined : site.timezone);
  return { timezone, into, mapping: map === undefined ? undefined : await readMapping(map), now };
}

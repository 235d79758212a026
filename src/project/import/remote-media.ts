/** Pictures on other hosts: they stay there, or are copied to the media folder once and keep that name. */
import { hash } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { imageSize } from '../../content/image-size.ts';
import { MOST_PICTURE_BYTES, pictureFormat } from '../../content/picture-format.ts';
import { slugify } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { mediaUrl, type SourceContent, type SourceMedia, type SourceRecord } from '../../import/source.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { walkFields } from '../../kinds/walk.ts';
import { withDestinations, writeDestination } from '../../markdown/links.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { Skipped } from '../../pull/pull-plan.ts';
import { inTurn } from '../../values/in-turn.ts';
import { withValueAt, type JsonObject } from '../../values/json.ts';
import type { Outside } from '../outside.ts';
import { download } from './download.ts';

const AT_ONCE = 4;

interface Copying {
  readonly config: Config;
  readonly outside: Outside;
  readonly broadcast: Broadcast;
  /** True if those that are not here yet are downloaded. */
  readonly isAsked: boolean;
}

/**
 * The content with copies in place of pictures on other hosts, and without the files that the site would refuse, such as
 * drawings with scripts: a document that uses one could not be built. Texts keep the former path of such a picture.
 */
export async function withPictures(content: SourceContent, copying: Copying) {
  const here = new Map([...copying.broadcast.media.keys()].map((path) => [stemOf(path), path.slice('media/'.length)]));
  const remote = new Set<string>();
  for (const record of content.records)
    mapPictures(record, (url) => void (url.startsWith('http') && URL.canParse(url) && remote.add(url)));
  const replaced = new Map<string, string>();
  const media: SourceMedia[] = [];
  const skipped: Skipped[] = [];
  const missing = [...remote].filter((url) => {
    const name = here.get(`media/${nameFor(url)}`);
    if (name !== undefined) replaced.set(url, mediaUrl(name));
    return name === undefined;
  });
  await inTurn(copying.isAsked ? missing : [], AT_ONCE, async (url) => {
    const copied = await copy(url, copying);
    if (typeof copied === 'string') return void skipped.push({ address: url, file: url, fields: [], reason: copied });
    media.push(copied);
    replaced.set(url, mediaUrl(copied.name));
  });
  for (const each of content.media) {
    const problem = await problemOf(each);
    if (problem === undefined) media.push(each);
    else {
      const address = `media/${each.name}`;
      skipped.push({ address, file: `${copying.config.content}/${address}`, fields: [], reason: problem });
      replaced.set(mediaUrl(each.name), `/${each.name}`);
    }
  }
  const written = (record: SourceRecord): SourceRecord => ({
    ...record,
    fields: mapPictures(record, (url) => replaced.get(url)),
  });
  const records = replaced.size === 0 ? content.records : content.records.map(written);
  return { ...content, records, media, skipped: skipped.sort((a, b) => (a.file < b.file ? -1 : 1)) };
}

async function problemOf({ name, bytes }: SourceMedia): Promise<string | undefined> {
  const { inspect } = await import('../../render/images/inspect-media.ts');
  return inspect(name, { read: bytes, measure: () => imageSize(bytes()) }).problem;
}

/** The same for the same URL, so that the next import finds it. Without its extension. */
function nameFor(url: string): string {
  const last =
    url
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return `imported/${slugify(last.replace(/\.[^.]*$/, '').replaceAll(/%[0-9a-f]{2}/gi, ' '))}-${hash('sha256', url).slice(0, 8)}`;
}

const stemOf = (path: string): string => path.replace(/\.[^./]+$/, '');

/** The file, or the reason why the picture stays where it is. Only pixels: a drawing from elsewhere may contain scripts. */
async function copy(url: string, { config, outside }: Copying): Promise<SourceMedia | string> {
  try {
    const { bytes } = await download(url, { config, outside, most: MOST_PICTURE_BYTES });
    const extension = pictureFormat(bytes);
    if (extension === undefined || !imageSize(bytes)) return 'it is not a picture that can be copied';
    return { name: `${nameFor(url)}.${extension}`, bytes: () => bytes };
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** The fields with other URLs for pictures; those for which there is none stay. */
function mapPictures({ kind, fields }: SourceRecord, urlOf: (url: string) => string | undefined | void): JsonObject {
  let mapped = fields;
  const other = (url: string): string | undefined =>
    /^(?:https?|import):/.test(url) ? (urlOf(url) ?? undefined) : undefined;
  walkFields(kindNamed(kind), fields, ({ schema, value, path }) => {
    if (typeof value !== 'string') return;
    const written = schema['x-media'] ? other(value) : schema['x-markdown'] ? inText(value, other) : undefined;
    if (written !== undefined && written !== value) mapped = withValueAt(mapped, path, written);
  });
  return mapped;
}

function inText(text: string, other: (url: string) => string | undefined): string {
  return withDestinations(text, ({ url, use, form }) => {
    const written = use === 'image' ? other(url) : undefined;
    return written === undefined ? undefined : writeDestination(written, form);
  });
}

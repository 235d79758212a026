/** A picture or another file for the media folder: checked as every media file, under a name that is free. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { imageSize } from '../../content/image-size.ts';
import { MOST_PICTURE_BYTES, pictureFormat } from '../../content/picture-format.ts';
import { isWholePicture } from '../../content/picture-format.ts';
import { slugify } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { EditCalls, UploadedFile } from '../../editing/call.ts';
import { isSameContent } from '../../machine/change-files.ts';
import { freeName } from '../../editing/free-name.ts';
import { inspect } from '../../render/images/inspect-media.ts';
import { isText, mediaTypeOf, notAPicture } from '../../render/images/media-type.ts';
import type { Editing } from './editing.ts';

export function uploadCalls(editing: Editing): EditCalls {
  return {
    upload: { mostBytes: MOST_PICTURE_BYTES, answer: (asked, tab) => upload(editing, asked as UploadedFile, tab) },
  };
}

async function upload(editing: Editing, { name, bytes }: UploadedFile, tab: string): Promise<object> {
  const { configured, files, settled } = editing;
  const { contentFolder } = configured().files;
  const safe = safeName(name, bytes);
  const problem = problemOf(`${safe.stem}.${safe.extension}`, bytes);
  if (problem !== undefined) throw new UserError(`${shownName(name)} was not uploaded: ${problem}`);
  const value = unusedName(editing, safe, bytes);
  const path = join(contentFolder, value);
  files.write([{ path, before: files.read(path), after: bytes }], { tab, said: `upload of ${value}` });
  await settled();
  return { type: 'uploaded', value };
}

const shownName = (name: string): string => name.slice(-100) || 'A file without a name';

interface SafeName {
  readonly stem: string;
  readonly extension: string;
}

/** The last part of any path, as a slug. A picture gets the extension of its format, whatever its name says. */
function safeName(name: string, bytes: Uint8Array): SafeName {
  const last = name.split(/[/\\]/).at(-1)!;
  const [, stem = last, written = ''] = /^(.*)\.([^.]*)$/s.exec(last) ?? [];
  const extension = written.toLowerCase().replace(/^jpeg$/, 'jpg');
  return { stem: slugify(stem), extension: (isPixels(`x.${extension}`) && pictureFormat(bytes)) || extension };
}

const isPixels = (name: string): boolean => ['photo', 'animation'].includes(mediaTypeOf(name));

/** The reason why the site would not publish it, and what no file that is already there was asked: is it what it says? */
function problemOf(name: string, bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'it is empty';
  if (isPixels(name) && !pictureFormat(bytes)) return notAPicture(bytes);
  const { problem } = inspect(name, { read: () => bytes, measure: () => imageSize(bytes) });
  if (problem !== undefined) return problem;
  if (isPixels(name) && !isWholePicture(bytes)) return 'it is damaged, or a part of it is missing';
  const isMarkup = MARKUP.test(Buffer.from(bytes.subarray(0, 512)).toString('latin1'));
  return isMarkup && mediaTypeOf(name) === 'file' && !isText(name) ? 'it is a web page under another name' : undefined;
}

/** No format of such a file starts like that, with or without the mark of an encoding. */
const MARKUP = /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?[\s\0]*</;

/** No other file has the name, in any case or with any extension: one description would be for both. */
function unusedName({ live, configured, files }: Editing, { stem, extension }: SafeName, bytes: Uint8Array): string {
  const { contentFolder } = configured().files;
  const folder = join(contentFolder, 'media');
  const onDisk = existsSync(folder) ? readdirSync(folder).map((name) => `media/${name}`) : [];
  const { broadcast, content } = live.engine;
  const names = [...onDisk, ...broadcast.media.keys(), ...content.documents.keys()];
  const taken = new Set(names.map((name) => name.toLowerCase().replace(/\.[^./]+$/, '')));
  const valueOf = (name: string): string => `media/${name}.${extension}`;
  // The same picture may be there already.
  const isThere = (name: string): boolean => isSameContent(files.read(join(contentFolder, valueOf(name))), bytes);
  return valueOf(freeName(stem, (name) => taken.has(`media/${name}`) && !isThere(name)));
}

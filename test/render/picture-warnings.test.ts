import { expect, it } from 'vitest';
import { gather } from '../../src/diagnostics/diagnostic.ts';
import { inspectMedia } from '../../src/render/images/inspect-media.ts';
import { check } from '../model/harbour.ts';

function png(width: number, bytes: number): Uint8Array {
  const file = Buffer.alloc(bytes);
  file.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(100, 20);
  return file;
}

function warnings(name: string, text: string, bytes = 10): readonly string[] {
  const { broadcast } = check({
    'articles/a.md': `---\ntitle: A\n---\n${text}\n`,
    [name]: name.endsWith('.svg') ? '<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(bytes) : new Uint8Array(bytes),
  });
  const found = inspectMedia(broadcast, { readMedia: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  return found.map(({ code, message }) => `${code}: ${message}`);
}

it.each(['heic', 'HEIC', 'tiff', 'psd'])(
  'a .%s picture is an error where a page would show it, with the way to convert it',
  (extension) => {
    const name = `media/p.${extension}`;
    const { broadcast } = check({ 'articles/a.md': `---\ntitle: A\n---\n![P](${name})\n`, [name]: new Uint8Array(10) });
    const format = extension.toLowerCase();
    expect(inspectMedia(broadcast, { readMedia: () => new Uint8Array() })).toMatchObject([
      {
        code: 'picture-not-shown',
        severity: 'error',
        message: `most browsers do not show ${name}, because of its format`,
        suggestion: `open it in a picture viewer and export it as .jpg, or run \`magick ${format}:OLD NEW.jpg\`, and name that file here`,
      },
    ]);
    expect(warnings(name, `[A download](${name}), and ![P](${name})`)).toHaveLength(1);
    expect(warnings(name, `[A download](${name})`)).toEqual([]);
  },
);

it('a picture of more than 5 MB is a warning where a page would show it', () => {
  const large = 'picture-too-large: media/p.gif has 6.2 MB, and is published as it is';
  expect(warnings('media/p.gif', '![P](media/p.gif)', 6_200_000)).toEqual([large]);
  expect(warnings('media/p.gif', '[P](media/p.gif)', 6_200_000)).toEqual([]);
  expect(warnings('media/p.gif', '![P](media/p.gif)', 5_000_000)).toEqual([]);
});

it.each([
  [1600, 6_200_000, 'save it as .jpg or .webp with a quality of about 80'],
  [5000, 6_200_000, 'scale it down to 2,500 pixels'],
  [3000, 9_000_000, 'scale it down to 2,500 pixels, and save it as .jpg or .webp with a quality of about 80'],
])('a photo of %i pixels and %i bytes gets advice that makes it smaller', (width, bytes, suggestion) => {
  const { broadcast } = check({
    'hosts/a.yaml': 'title: A\nmedia: {url: media/p.png, alt: P}\n',
    'media/p.png': png(width, bytes),
  });
  expect(inspectMedia(broadcast, { readMedia: () => png(width, bytes) })).toMatchObject([{ suggestion }]);
});

it.each([
  ['heif', 'most browsers do not show .heif pictures: convert it to .jpg'],
  ['jfif', 'it is a JPEG under another name: rename it to .jpg'],
])('a .%s picture is refused with the format to use', (extension, reason) => {
  const name = `media/p.${extension}`;
  expect(warnings(name, `![P](${name})`)).toEqual([`media-refused: ${name} is not on the site: ${reason}`]);
});

it.each([
  [
    'a HEIC picture',
    '\0\0\0\x18ftypheic',
    'it is a HEIC picture under another name: open it in a picture viewer and export it as .jpg, or run `magick heic:OLD NEW.jpg`',
  ],
  [
    'a TIFF picture',
    'II*\0',
    'it is a TIFF picture under another name: open it in a picture viewer and export it as .jpg, or run `magick tiff:OLD NEW.jpg`',
  ],
  [
    'text',
    '<p>Not found: é</p>\n',
    'it is text under the name of a picture: use a picture, or give the file the extension of what it is',
  ],
  [
    'a pointer',
    'version https://git-lfs.github.com/spec/v1\n',
    'it is a pointer to a file in Git LFS: run `git lfs pull`',
  ],
  ['nothing known', '\0\x01', 'it is not an image, or it is damaged: export it again as .jpg or .png'],
])('%s named photo.jpg is refused with the way out, at each of its uses', (_, content, reason) => {
  const bytes = Buffer.from(content);
  const { broadcast } = check({
    'articles/a.md': '---\ntitle: A\ncover_image_url: media/photo.jpg\n---\n![P](media/photo.jpg)\n',
    'hosts/b.yaml': 'title: B\nmedia: {url: media/photo.jpg, alt: P}\n',
    'media/photo.jpg': bytes,
  });
  const found = inspectMedia(broadcast, { readMedia: () => bytes });
  const message = `media/photo.jpg is not on the site: ${reason}`;
  expect(found.map(({ at, ...rest }) => [at.file, at.line, rest.message])).toEqual([
    ['content/articles/a.md', 3, message],
    ['content/articles/a.md', 5, message],
    ['content/hosts/b.yaml', 2, message],
  ]);
  expect(gather(found)).toHaveLength(1);
});

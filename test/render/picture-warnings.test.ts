import { expect, it } from 'vitest';
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

it.each(['heic', 'HEIC', 'tiff', 'psd'])('a .%s picture is a warning where a page would show it', (extension) => {
  const name = `media/p.${extension}`;
  expect(warnings(name, `[A download](${name}), and ![P](${name})`)).toEqual([
    `picture-not-shown: most browsers do not show ${name}, because of its format`,
  ]);
  expect(warnings(name, `[A download](${name})`)).toEqual([]);
});

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

import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useEditor, type Answer } from './editor.ts';

/** A header and an end. */
const png = (width = 40, height = 30): Buffer => {
  const chunks = Buffer.alloc(45);
  chunks.write('\x89PNG\r\n\x1a\n', 'latin1');
  chunks.writeUInt32BE(13, 8);
  chunks.write('IHDR', 12);
  chunks.writeUInt32BE(width, 16);
  chunks.writeUInt32BE(height, 20);
  chunks.write('IEND', 37);
  return chunks;
};

const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}<circle r="4"/></svg>`;

describe('an upload of the editor', () => {
  const site = useEditor();
  const upload = async (name: string, bytes: string | Uint8Array): Promise<Answer> =>
    (await (await site.upload(name, bytes)).json()) as Answer;
  const refusal = async (name: string, bytes: string | Uint8Array): Promise<unknown> => {
    const { type, reason } = await upload(name, bytes);
    expect(site.changed()).toEqual([]);
    return type === 'refused' ? reason : type;
  };
  const clean = async (): Promise<void> => {
    await site.reset();
    expect(site.changed()).toEqual([]);
  };

  it('is a file in the media folder, which can be undone', async () => {
    expect(await upload('Ma Photo été.JPEG.PNG', png())).toEqual({
      type: 'uploaded',
      value: 'media/ma-photo-ete-jpeg.png',
    });
    const { media } = (await site.ask('media', { search: 'ete' })) as { media?: readonly Answer[] };
    expect(media).toEqual([
      {
        name: 'media/ma-photo-ete-jpeg.png',
        url: '/__gitcast/picture?name=media%2Fma-photo-ete-jpeg.png',
        width: 40,
        height: 30,
      },
    ]);
    expect(await site.ask('undo')).toMatchObject({ said: 'upload of media/ma-photo-ete-jpeg.png' });
    expect(site.changed()).toEqual([]);
  });

  it('gets the extension of its format, and a name that nothing else has in any case', async () => {
    onTestFinished(clean);
    expect(await upload('photo.jpg', png())).toMatchObject({ value: 'media/photo.png' });
    expect(await upload('photo.png', png(41))).toMatchObject({ value: 'media/photo-2.png' });
    // One description, photo.yaml, would be for both.
    expect(await upload('PHOTO.svg', svg(''))).toMatchObject({ value: 'media/photo-3.svg' });
    // There is media/cover.svg with its description.
    expect(await upload('Cover.png', png())).toMatchObject({ value: 'media/cover-2.png' });
  });

  it('is not written twice', async () => {
    onTestFinished(clean);
    expect(await upload('same.png', png())).toMatchObject({ value: 'media/same.png' });
    expect(await upload('same.png', png())).toMatchObject({ value: 'media/same.png' });
    expect(readdirSync(join(site.folder, 'content/media')).filter((name) => name.startsWith('same'))).toEqual([
      'same.png',
    ]);
  });

  it.each(['../x.png', '..\\..\\x.png', '/etc/x.png', 'a/../../x.png', '%2e%2e/x.png', 'x\0.png', '....png'])(
    'never leaves the media folder: %s',
    async (name) => {
      onTestFinished(clean);
      expect(await upload(name, png())).toMatchObject({ value: expect.stringMatching(/^media\/[a-z0-9-]+\.png$/) });
      expect(site.changed()).toEqual([expect.stringMatching(/^\?\? content\/media\/[a-z0-9-]+\.png$/)]);
    },
  );

  it.each([
    ['a drawing with a script', 'x.svg', svg('<script>alert(1)</script>'), /it contains a script/],
    ['a drawing with a handler', 'x.svg', svg('<g onload="alert(1)"/>'), /cannot be published/],
    [
      'a drawing that loads something',
      'x.svg',
      svg('<image href="https://example.org/x.png"/>'),
      /cannot be published/,
    ],
    ['a drawing called a photo', 'x.jpg', svg('<script>alert(1)</script>'), /it is text under the name of a picture/],
    [
      'HTML called a photo',
      'x.jpg',
      '<!doctype html><script>alert(1)</script>',
      /it is text under the name of a picture/,
    ],
    ['HTML called an animation', 'x.gif', '<html></html>', /it is text under the name of a picture/],
    ['HTML called a document', 'x.pdf', ' <!DOCTYPE html><p>', /a web page under another name/],
    ['HTML behind the mark of its encoding', 'x.pdf', '\uFEFF<!-- --><script>alert(1)</script>', /a web page under/],
    ['HTML in UTF-16', 'x.doc', Buffer.from('\uFEFF<script>', 'utf16le'), /a web page under/],
    ['a picture that was cut off', 'x.png', png().subarray(0, -1), /a part of it is missing/],
    ['the start of a picture', 'x.png', png().subarray(0, 40), /a part of it is missing/],
    ['a script called an animation', 'x.gif', 'GIF89a/*<script>alert(1)</script>*/', /it is damaged/],
    ['a page', 'x.html', '<p>Hello', /not among the file types that are safe/],
    ['a program', 'x.exe', 'MZ', /not among the file types that are safe/],
    ['a description', 'x.yaml', 'alt: x', /not among the file types that are safe/],
    ['a file without an extension', '../x', 'text', /no extension/],
    ['settings of a server', '.htaccess', 'AddType text/html .jpg', /not among the file types that are safe/],
    ['an empty file', 'x.png', '', /it is empty/],
    ['a picture that fills the memory', 'x.png', png(60_000, 60_000), /3600 megapixels/],
  ])('refuses %s', async (_, name, bytes, reason) => {
    expect(await refusal(name, bytes)).toMatch(reason);
  });

  it('refuses 100 MB before it has read them, also without a length', async () => {
    const large = await site
      .upload('x.png', new Uint8Array(1), { 'content-length': '104857600' })
      .catch(() => 'cut off');
    expect(large === 'cut off' || (large as Response).status === 413).toBe(true);
    const { hostname, port } = new URL(site.url);
    const status = await new Promise<number | string>((resolve) => {
      const path = '/__gitcast/edit/upload?name=x.png';
      const headers = { origin: site.url, 'x-gitcast-token': site.token, 'transfer-encoding': 'chunked' };
      const sending = request({ hostname, port, path, method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      });
      // It is cut off later, after the answer.
      sending.on('error', () => resolve('cut off'));
      const chunk = Buffer.concat([png(), Buffer.alloc(2 ** 20)]);
      const next = (left: number): void => {
        if (left > 0 && !sending.destroyed) sending.write(chunk, () => next(left - 1));
        else sending.end();
      };
      next(100);
    });
    expect(status).toBe(413);
    expect(site.changed()).toEqual([]);
  });

  it.each([
    ['without the token', { 'x-gitcast-token': '' }],
    ['with another token', { 'x-gitcast-token': 'AAAA' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://127.0.0.1:1' }],
    ['from a frame', { origin: 'null' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused %s', async (_, headers) => {
    const answer = await site.upload('x.png', png(), headers);
    expect(answer.status).toBe(403);
    expect(site.changed()).toEqual([]);
  });

  it('does not follow a media folder that leads elsewhere', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'gitcast-elsewhere-'));
    const media = join(site.folder, 'content/media');
    renameSync(media, `${media}-aside`);
    symlinkSync(elsewhere, media);
    onTestFinished(() => {
      rmSync(media);
      renameSync(`${media}-aside`, media);
      rmSync(elsewhere, { recursive: true });
    });
    expect(await upload('x.png', png())).toMatchObject({ type: 'refused' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('is served as a picture that runs nothing, and no other file is', async () => {
    onTestFinished(clean);
    const picture = (name: string): Promise<Response> =>
      fetch(`${site.url}/__gitcast/picture?name=${encodeURIComponent(name)}`);
    const shown = await picture('media/cover.svg');
    expect(shown.headers.get('content-type')).toBe('image/svg+xml');
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    mkdirSync(join(site.folder, 'content/media'), { recursive: true });
    site.write('content/media/page.html', '<script>alert(1)</script>');
    for (const name of ['media/page.html', 'broadcast.yaml', '../gitcast.config.yaml', 'media/../broadcast.yaml', ''])
      expect((await picture(name)).status, name).toBe(404);
  });
});

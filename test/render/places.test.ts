import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskStore, outputKeptIn } from '../../src/render/writer/disk-store.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { pictureHtml } from '../../src/render/page-media.ts';
import type { PublishedMedia } from '../../src/render/images/images.ts';
import type { PageView } from '../../src/site/pages/view.ts';

const root = folderOfFile();

it.each(['a new folder', 'a folder with a site'])(
  'writes a file again that another build staged earlier and published later, in %s',
  (place) => {
    const folder = join(root, place);
    const page = join(folder, 'index.html');
    if (place !== 'a new folder') mkdirSync(folder);
    let saved: string | undefined;
    const memory = { load: () => saved, save: (places: string) => void (saved = places) };
    const build = (afterwards?: () => void): void => {
      const store = diskStore(outputKeptIn(join(root, '.gitcast'), folder), memory);
      const publish: typeof store.publish = (...all) => {
        store.publish(...all);
        afterwards?.();
      };
      const writer = createWriter({ ...store, publish });
      writer.write('index.html', 'ours');
      writer.finish();
    };
    const other = join(root, `${place}.other`);
    writeFileSync(other, 'else');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
    build(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
      renameSync(other, page);
    });
    expect(readFileSync(page, 'utf8')).toBe('else');
    build();
    expect(readFileSync(page, 'utf8')).toBe('ours');
  },
);

describe('a picture', () => {
  const page = { rootLink: (path: string) => path } as PageView;
  const html = (path: string, width: number, height: number): string => {
    const published = (): PublishedMedia => ({ path, width, height, sources: [], files: [] });
    return pictureHtml(
      { type: 'image', source: { type: 'local', name: path }, alt: { text: '' } },
      {},
      { page, published },
    );
  };

  it.each([
    ['media/wide.jpg', 1600, 900, undefined],
    ['media/tall.jpg', 900, 1600, 'is-portrait'],
    ['media/thumb.png', 120, 80, 'is-small'],
    ['media/tall-thumb.png', 80, 120, 'is-small'],
    ['media/drawing.svg', 24, 24, undefined],
    ['media/tall-drawing.svg', 24, 48, 'is-portrait'],
  ])('%s of %d × %d pixels has the class %s', (path, width, height, shape) => {
    expect(/class="([^"]*)"/.exec(html(path, width, height))?.[1]).toBe(shape);
  });
});

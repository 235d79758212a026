import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskStore, outputKeptIn } from '../../src/render/writer/disk-store.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { folderOfFile } from '../temporary-folder.ts';

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

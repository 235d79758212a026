import { digestOf } from '../../values/site-file.ts';
import { drawLater } from '../cards/card.ts';
import { packTexts } from '../remember/packed-texts.ts';
import type { Manifest, OutputStore } from './output-store.ts';

export interface MemoryStore extends OutputStore {
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export function memoryStore(): MemoryStore {
  const files = new Map<string, Uint8Array>();
  const staged = new Map<string, Uint8Array>();
  let manifest: Manifest = new Map();
  const stage: OutputStore['stage'] = (path, content) => {
    const bytes = Buffer.from(content);
    const there = files.get(path);
    if (there !== undefined && Buffer.compare(there, bytes) === 0) return 'unchanged';
    staged.set(path, bytes);
    return 'written';
  };
  return {
    files,
    readManifest: () => manifest,
    saveManifest: (next) => void (manifest = next),
    isInPlace: (path, digest) => files.has(path) && digestOf(files.get(path)!) === digest,
    stage,
    publish() {
      for (const [path, bytes] of staged) files.set(path, bytes);
    },
    pack(files) {
      const packed = packTexts(files.map(({ text }) => text));
      return () => packed;
    },
    draw: drawLater,
    read: (path) => staged.get(path) ?? files.get(path)!,
    discard: () => staged.clear(),
    remove(path, digest) {
      const there = files.get(path);
      if (!there) return 'absent';
      if (digestOf(there) !== digest) return 'changed';
      files.delete(path);
      return 'removed';
    },
  };
}

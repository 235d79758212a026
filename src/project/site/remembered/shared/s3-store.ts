/** Archives in storage with the interface of S3. */
import type { Bucket } from '../../../../publish/s3/bucket.ts';
import { parseArchiveName } from '../../../../render/remember/archive-name.ts';
import type { ArchiveStore } from './archive-store.ts';

interface S3StoreOptions {
  readonly bucket: Bucket;
  readonly prefix: string;
}

/** Requests in flight at the same time: more would take more memory, and the network is the limit. */
const AT_ONCE = 4;

export function s3Store({ bucket, prefix }: S3StoreOptions): ArchiveStore {
  const root = prefix === '' ? '' : `${prefix}/`;
  return {
    list: async () =>
      (await bucket.list(root)).map((key) => key.slice(root.length)).filter((name) => parseArchiveName(name)),
    read: async (names, _, use) => {
      const waiting = names.values();
      const work = async (): Promise<void> => {
        for (const name of waiting) {
          const bytes = await bucket.bytes(root + name);
          if (bytes) use(name, bytes);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
    add: (name, bytes) => bucket.put(root + name, bytes, { 'content-type': 'application/octet-stream' }),
    remove: (names) => bucket.remove(names.map((name) => root + name)),
    close: () => bucket.close(),
  };
}

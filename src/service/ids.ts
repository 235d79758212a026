import { randomBytes } from 'node:crypto';

/**
 * Creates ids of 24 hexadecimal characters that sort by creation time: seconds, then five random bytes of this process,
 * then a counter. Within a process, ids are unique and increase.
 */
export function createIdSource(now: () => number): () => string {
  const process = randomBytes(5).toString('hex');
  let counter = randomBytes(3).readUIntBE(0, 3) >> 1;
  return () => {
    counter = (counter + 1) % 0x1000000;
    const seconds = Math.floor(now() / 1000)
      .toString(16)
      .padStart(8, '0');
    return seconds + process + counter.toString(16).padStart(6, '0');
  };
}

export const isObjectId = (text: string): boolean => /^[0-9a-f]{24}$/i.test(text);

/** Most files are smaller than this, encoded: three bytes for a character are the most. */
const COMMON = 256 * 1024;

/**
 * Encodes texts, one after another into the same memory: a file is hashed and written from there before the next one is
 * encoded. Memory of its own for each of ten thousand pages would be collected again and again.
 */
export function textEncoding(): (text: string) => Uint8Array {
  let shared: Buffer | undefined;
  return (text) => {
    if (text.length * 3 > COMMON) return Buffer.from(text);
    shared ??= Buffer.alloc(COMMON);
    return shared.subarray(0, encodeInto(shared, text));
  };
}

const NOT_ASCII = /[\u0080-\uffff]+/g;

/** Nearly all of a page is ASCII, which is copied faster than it is encoded. */
function encodeInto(memory: Buffer, text: string): number {
  let [from, size] = [0, 0];
  for (const { index, 0: others } of text.matchAll(NOT_ASCII)) {
    size += memory.write(text.slice(from, index), size, 'latin1');
    size += memory.write(others, size);
    from = index + others.length;
  }
  return size + memory.write(text.slice(from), size, 'latin1');
}

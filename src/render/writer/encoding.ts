/** Most files are smaller than this, encoded: three bytes for a character are the most. */
const COMMON = 256 * 1024;

/**
 * Encodes texts, one after another into the same memory: a file is hashed and written from there before the next one is
 * encoded. Memory of its own for each of ten thousand pages would be collected again and again.
 */
export function textEncoding(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  let shared: Uint8Array | undefined;
  return (text) => {
    if (text.length * 3 > COMMON) return Buffer.from(text);
    shared ??= new Uint8Array(COMMON);
    return shared.subarray(0, encoder.encodeInto(text, shared).written);
  };
}

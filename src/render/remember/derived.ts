/** Values that are made from files of the site, such as the packs of a worker: remembered by the digests of these. */
import { answerDigest } from '../../site/answer-digest.ts';
import { hasShape, type Shape } from '../../values/shape.ts';
import { digestOf } from '../../values/site-file.ts';
import { packBlock, type PackedBlock } from './block.ts';
import type { Recall } from './recall.ts';

interface Derived<T> {
  /** The name of the work. */
  readonly name: string;
  /** Everything that the result depends on. */
  readonly from: readonly unknown[];
  readonly shape: Shape<T>;
  readonly make: () => T;
}

interface Memory {
  readonly recall: Recall;
  readonly remember: (blocks: readonly PackedBlock[]) => void;
}

export function derived<T>({ name, from, shape, make }: Derived<T>, memory: Memory | undefined): T {
  if (!memory) return make();
  // No file of the site has a path that starts with a slash.
  const path = `/${name}`;
  const known = memory.recall.find({ path, about: from });
  const before = valueIn(known?.text(), shape);
  if (known && before !== undefined) {
    known.use();
    return before;
  }
  const made = make();
  const written = JSON.stringify(made);
  const bytes = Buffer.from(written);
  const file = { path, about: answerDigest(from), facts: [], digest: digestOf(bytes), bytes: bytes.length };
  memory.remember([packBlock({ facts: [], files: [file] }, [written])]);
  return made;
}

/** Undefined if it has another shape: it may come from another machine. */
function valueIn<T>(text: Uint8Array | undefined, shape: Shape<T>): T | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text).toString());
    return hasShape(value, shape) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Files that are made from other files of the site, such as the packs of a worker: remembered by the digests of these. */
import { answerDigest } from '../../site/answer-digest.ts';
import * as is from '../../values/shape.ts';
import { digestOf, isSitePath } from '../../values/site-file.ts';
import type { AssetFile } from '../assets.ts';
import { packBlock, type PackedBlock } from './block.ts';
import type { Recall } from './recall.ts';

interface Derived {
  /** The name of the work. */
  readonly name: string;
  /** Everything that the result depends on. */
  readonly from: readonly unknown[];
  readonly make: () => readonly AssetFile[];
}

interface Memory {
  readonly recall: Recall;
  readonly remember: (block: PackedBlock) => void;
}

export function derivedFiles({ name, from, make }: Derived, memory: Memory | undefined): readonly AssetFile[] {
  if (!memory) return make();
  // No file of the site has a path that starts with a slash.
  const path = `/${name}`;
  const known = memory.recall.find({ path, about: from });
  const files = filesIn(known?.text());
  if (known && files) {
    known.use();
    return files;
  }
  const made = make();
  const written = JSON.stringify(made);
  const bytes = Buffer.from(written);
  const file = { path, about: answerDigest(from), facts: [], digest: digestOf(bytes), bytes: bytes.length };
  memory.remember(packBlock({ facts: [], files: [file] }, [written]));
  return made;
}

const shape = is.listOf(
  is.objectOf<AssetFile>({
    path: is.shape('a path', (path) => typeof path === 'string' && path.startsWith('/') && isSitePath(path.slice(1))),
    text: is.text,
  }),
);

/** Undefined if they are not files of a site: they may come from another machine. */
function filesIn(text: Uint8Array | undefined): readonly AssetFile[] | undefined {
  if (!text) return undefined;
  try {
    const files: unknown = JSON.parse(Buffer.from(text).toString());
    return is.hasShape(files, shape) ? files : undefined;
  } catch {
    return undefined;
  }
}

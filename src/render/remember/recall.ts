/** Finds the files of the site that an earlier build rendered from the same answers. */
import { answerDigest } from '../../site/answer-digest.ts';
import { theQuestion } from '../../site/question.ts';
import type { Output } from '../outputs.ts';
import { answersIn, attempted, type BuildWorld } from './answers.ts';
import type { BlockStore } from './block-store.ts';
import { isMomentary } from './world.ts';
import { unpackList, unpackTexts, type Block, type Fact, type RememberedFile } from './block.ts';

export interface Recalled extends RememberedFile {
  /** Undefined if the text is lost or damaged. */
  readonly text: () => Uint8Array | undefined;
  readonly isLasting: boolean;
  /** Marks it as used. A clock learns the instants on which it depends. */
  readonly use: () => void;
}

export interface Recall {
  readonly find: (output: Pick<Output, 'path' | 'about'>) => Recalled | undefined;
  /** The names of the blocks that are worth keeping. */
  readonly used: () => readonly string[];
}

interface KnownFile extends RememberedFile {
  readonly block: KnownBlock;
  readonly index: number;
}

interface KnownBlock {
  readonly name: string;
  /** The number of its files. */
  readonly size: number;
  readonly facts: readonly Fact[];
  /** By fact: undefined until it is looked at. */
  readonly holds: (boolean | undefined)[];
  readonly text: (index: number) => Uint8Array | undefined;
}

export function recallFrom(store: BlockStore, scope: string, world: BuildWorld): Recall {
  const answers = answersIn(world);
  const used = new Map<KnownBlock, number>();
  const files = new Map<string, KnownFile[]>();
  const textsOf = unpackingOne(store);
  for (const { name, list } of store.lists(scope)) {
    const unpacked = unpackList({ name, list });
    if (!unpacked) {
      store.drop(name);
      continue;
    }
    const block = knownBlock(name, unpacked, textsOf);
    for (const [index, file] of unpacked.files.entries()) {
      const known = files.get(file.path);
      if (known) known.push({ ...file, block, index });
      else files.set(file.path, [{ ...file, block, index }]);
    }
  }
  const holds = ([question, answer]: Fact): boolean => answers(theQuestion(question)) === answer;
  const isCurrent = ({ facts, block }: KnownFile): boolean =>
    facts.every((at) => (block.holds[at] ??= holds(block.facts[at]!)));
  const use = ({ facts, block }: KnownFile): void => {
    used.set(block, (used.get(block) ?? 0) + 1);
    for (const at of facts) {
      const [name, instant] = block.facts[at]![0];
      if (name === 'hasCome') world.site.clock.hasCome(Number(instant));
    }
  };
  return {
    find({ path, about }) {
      const candidates = files.get(path);
      const wanted = candidates && attempted(() => answerDigest(about));
      const file = candidates?.find((each) => each.about === wanted && isCurrent(each));
      if (!file) return undefined;
      return {
        ...file,
        isLasting: file.facts.every((at) => !isMomentary(file.block.facts[at]![0])),
        text() {
          const text = file.block.text(file.index);
          if (!text) store.drop(file.block.name);
          return text;
        },
        use: () => use(file),
      };
    },
    used: () => [...used].flatMap(([{ name, size }, count]) => (count / size < SPARSE ? [] : [name])),
  };
}

/** A block of which less is current ages as if nobody used it, and its last files are then rendered into a new one. */
const SPARSE = 0.25;

type TextsOf = (name: string, block: Block) => (index: number) => Uint8Array | undefined;

const knownBlock = (name: string, block: Block, textsOf: TextsOf): KnownBlock => ({
  name,
  size: block.files.length,
  facts: block.facts,
  holds: [],
  text: (index) => textsOf(name, block)(index),
});

/** Texts are unpacked on demand: a site that is in place needs none of them. Only those of the last block are kept. */
function unpackingOne(store: BlockStore): TextsOf {
  let last: { readonly name: string; readonly text: ReturnType<TextsOf> } | undefined;
  return (name, block) => {
    if (last?.name !== name) {
      const texts = store.texts(name);
      last = { name, text: texts ? unpackTexts(block, texts) : () => undefined };
    }
    return last.text;
  };
}

/** Finds the files of the site that an earlier build rendered from the same answers. */
import { answerDigest } from '../../site/answer-digest.ts';
import { theQuestion } from '../../site/question.ts';
import type { Output } from '../outputs.ts';
import { answersIn, attempted, isMomentary, type BuildWorld } from './world.ts';
import {
  unpackList,
  unpackTexts,
  type BlockStore,
  type Block,
  type Fact,
  type RememberedFile,
  type PackedBlock,
} from './remembered-block.ts';
import type { Cards } from '../cards/draw-cards.ts';
import type { MadeFiles } from '../make-files.ts';
import type { Writer } from '../writer/writer.ts';

export interface Recalled extends RememberedFile {
  /** Undefined if the text is lost or damaged. */
  readonly text: () => Uint8Array | undefined;
  readonly isLasting: boolean;
  /** Marks it as used. A clock learns the instants on which it depends. */
  readonly use: () => void;
}

export type Recall = ReturnType<typeof recallFrom>;

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

/** The texts that earlier builds rendered with this scope, and those that this one adds. */
export function recallFrom(store: BlockStore, scope: string, world: BuildWorld) {
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
  /** The names of the blocks that are worth keeping. */
  const usedBlocks = (): readonly string[] =>
    [...used].flatMap(([{ name, size }, count]) => (count / size < SPARSE ? [] : [name]));
  return {
    find({ path, about }: Pick<Output, 'path' | 'about'>): Recalled | undefined {
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
    used: usedBlocks,
    remember: (blocks: readonly PackedBlock[]): void => store.add(scope, blocks),
    /** Forgets what no recent build used. */
    forgetUnused: (): void => store.forgetUnused(usedBlocks()),
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

interface ReuseTools {
  readonly recall: Recall;
  readonly writer: Writer;
  readonly cards: Cards | undefined;
}

/** Writes the files that an earlier build has rendered, and returns the others by their index in the list. */
export function reuseFiles(
  outputs: readonly Output[],
  { recall, writer, cards }: ReuseTools,
  made: MadeFiles,
): readonly number[] {
  const wanted: number[] = [];
  for (const [index, { path, about, isPage }] of outputs.entries()) {
    const file = recall.find({ path, about });
    if (!file || !writer.keep(path, file, file.text)) {
      wanted.push(index);
      continue;
    }
    file.use();
    made.lasting &&= file.isLasting;
    if (isPage) made.pages++;
    if (file.diagnostics) made.problems.push({ index, diagnostics: file.diagnostics });
    if (file.offline !== undefined) made.offline.push({ path, role: file.offline });
    for (const card of file.cards ?? [])
      if (!writer.keep(card.path, card, () => undefined)) writer.write(card.path, cards!.draw(card));
  }
  return wanted;
}

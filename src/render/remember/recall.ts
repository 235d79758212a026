/** Finds the files of the site that an earlier build rendered from the same answers. */
import { answerDigest } from '../../site/answer-digest.ts';
import { theQuestion } from '../../site/question.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { Output } from '../outputs.ts';
import { unpackList, unpackTexts, type Block, type BlockStore, type PackedBlock } from './remembered-block.ts';
import { answersIn, isMomentary, type BuildWorld } from './world.ts';

export type Recall = ReturnType<typeof recallFrom>;

interface EarlierBlock extends Block {
  readonly name: string;
  /** By fact: undefined until it is looked at. */
  readonly holds: (boolean | undefined)[];
  /** The number of its files that this build uses. */
  uses: number;
}

/** A block of which less is current ages as if nobody used it, and its last files are then rendered into a new one. */
const SPARSE = 0.25;

/** The texts that earlier builds rendered with this scope, and those that this one adds. */
export function recallFrom(store: BlockStore, scope: string, world: BuildWorld) {
  const answers = answersIn(world);
  const blocks: EarlierBlock[] = [];
  const byPath = new Map<string, { readonly block: EarlierBlock; readonly index: number }[]>();
  for (const packed of store.lists(scope)) {
    const unpacked = unpackList(packed);
    if (!unpacked) {
      store.drop(packed.name);
      continue;
    }
    const block: EarlierBlock = { ...unpacked, name: packed.name, holds: [], uses: 0 };
    blocks.push(block);
    for (const [index, { path }] of block.files.entries()) {
      const versions = byPath.get(path);
      if (versions) versions.push({ block, index });
      else byPath.set(path, [{ block, index }]);
    }
  }
  const isCurrent = ({ facts, holds }: EarlierBlock, needed: readonly number[]): boolean =>
    needed.every((at) => (holds[at] ??= answers(theQuestion(facts[at]![0])) === facts[at]![1]));
  let last: { readonly block: EarlierBlock; readonly textAt: ReturnType<typeof unpackTexts> } | undefined;
  /** Unpacked on demand: a site that is in place needs no text. Only those of the last block are kept. */
  const textOf = (block: EarlierBlock, index: number): Uint8Array | undefined => {
    if (last?.block !== block) last = { block, textAt: unpackTexts(block, store.texts(block.name)) };
    const text = last.textAt(index);
    if (!text) store.drop(block.name);
    return text;
  };
  /** The names of the blocks that are worth keeping. */
  const used = (): readonly string[] =>
    blocks.filter(({ uses, files }) => uses / files.length >= SPARSE).map(({ name }) => name);
  return {
    find({ path, about }: Pick<Output, 'path' | 'about'>) {
      const versions = byPath.get(path);
      const passed = versions && ifPossible(() => answerDigest(about));
      const found = versions?.find(({ block, index }) => {
        const file = block.files[index]!;
        return file.about === passed && isCurrent(block, file.facts);
      });
      if (!found) return undefined;
      const { block, index } = found;
      const file = block.files[index]!;
      const questions = file.facts.map((at) => block.facts[at]![0]);
      return {
        ...file,
        isLasting: !questions.some(isMomentary),
        /** Undefined if the text is lost or damaged. */
        text: () => textOf(block, index),
        /** Marks it as used. A clock learns the instants on which it depends. */
        use(): void {
          block.uses++;
          for (const [name, instant] of questions) if (name === 'hasCome') world.site.clock.hasCome(Number(instant));
        },
      };
    },
    used,
    remember: (added: readonly PackedBlock[]): void => store.add(scope, added),
    /** Forgets what no recent build used. */
    forgetUnused: (): void => store.forgetUnused(used()),
  };
}

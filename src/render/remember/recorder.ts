/** Renders files of the site, and packs what they asked and what came out into blocks. */
import { answerDigest } from '../../site/answer-digest.ts';
import { questionKey, type QuestionKey } from '../../site/question.ts';
import type { CardDrawing } from '../cards/cards.ts';
import type { Made, Output, OutputTools } from '../outputs.ts';
import { socialImage } from '../shared.ts';
import type { Templates } from '../templates/templates.ts';
import type { FileVersion } from '../writer/writer.ts';
import { answersIn, attempted, type BuildWorld } from './answers.ts';
import { packBlock, type Fact, type PackedBlock, type RememberedFile } from './block.ts';
import { makeNoted, observedWorld, type ObservedWorld } from './noted-making.ts';
import { isMomentary, type PageQuestion } from './world.ts';

export interface Recorder {
  readonly make: (output: Output) => Made;
  /** The files since the last call. */
  readonly take: () => Recorded;
  /** False if a file that was packed depends on the exact time, or on something that cannot be compared. */
  readonly isLasting: () => boolean;
}

export interface Recorded {
  /** Undefined if there is nothing to remember. `cards` are the link previews of these files; all are written already. */
  readonly pack: (cards: readonly DrawnCard[], versionOf: VersionOf) => PackedBlock | undefined;
}

type VersionOf = (path: string) => FileVersion;

export interface DrawnCard extends CardDrawing {
  /** The path of the page that shows it. */
  readonly page: string;
  readonly picture: Uint8Array;
}

interface Recording {
  readonly world: BuildWorld;
  readonly templates: Templates;
  readonly tools: OutputTools;
}

type Asked = Map<QuestionKey, PageQuestion>;

interface Noted extends Made {
  readonly text: string;
  readonly output: Output;
  readonly asked: readonly (readonly [QuestionKey, PageQuestion])[];
}

/** The rendering of one page. Its Markdown form is made from the same view, so it depends on the same answers. */
interface Rendering extends ObservedWorld {
  readonly path: string;
  readonly asked: Asked;
}

export function createRecorder({ world, templates, tools }: Recording): Recorder {
  const answers = answersIn(world);
  let last: Rendering | undefined;
  let noted: Noted[] = [];
  let lasting = true;
  const begin = (path: string): Rendering => {
    const asked: Asked = new Map();
    return { path, asked, ...observedWorld(world, noteIn(asked)) };
  };
  const pack = (
    files: readonly Noted[],
    cards: readonly DrawnCard[],
    versionOf: VersionOf,
  ): PackedBlock | undefined => {
    const facts: Fact[] = [];
    const places = new Map<QuestionKey, number | undefined>();
    const placeOf = (key: QuestionKey, question: PageQuestion): number | undefined => {
      if (places.has(key)) return places.get(key);
      const answer = answers(question, key);
      const place = answer === undefined ? undefined : facts.push([question, answer]) - 1;
      places.set(key, place);
      return place;
    };
    const cardsOf = Map.groupBy(cards, ({ page }) => page);
    const texts: string[] = [];
    const remembered = files.flatMap(({ output: { path, about }, asked, text, offline, diagnostics }) => {
      const needed = asked.map(([key, question]) => placeOf(key, question));
      const passed = attempted(() => answerDigest(about));
      const isKnown = passed !== undefined && !needed.includes(undefined);
      lasting &&= isKnown && asked.every(([, question]) => !isMomentary(question));
      if (!isKnown) return [];
      texts.push(text);
      const drawn = cardsOf
        .get(path)
        ?.map(({ page: _, picture: __, ...card }) => ({ ...card, ...versionOf(card.path) }));
      const file: RememberedFile = {
        path,
        about: passed,
        facts: needed as readonly number[],
        ...versionOf(path),
        offline,
        ...(diagnostics.length > 0 && { diagnostics }),
        ...(drawn && { cards: drawn }),
      };
      return [file];
    });
    return remembered.length === 0 ? undefined : packBlock({ facts, files: remembered }, texts);
  };
  return {
    make(output) {
      const isTwin = output.twinOf !== undefined && output.twinOf === last?.path;
      const rendering = isTwin ? last! : begin(output.path);
      last = rendering;
      const note = noteIn(rendering.asked);
      const { site, published } = rendering;
      const assets: OutputTools['assets'] = (page, sheets) => {
        note({ type: 'head' });
        socialImage(page, published);
        return tools.assets(page, sheets);
      };
      const made = makeNoted(output, { site, templates, tools: { ...tools, published, assets }, note });
      const { text } = made;
      // What fails is rendered in each build: its message may name anything.
      if (text !== undefined) noted.push({ ...made, text, output, asked: [...rendering.asked] });
      return made;
    },
    take() {
      const files = noted;
      noted = [];
      return { pack: (cards, versionOf) => pack(files, cards, versionOf) };
    },
    isLasting: () => lasting,
  };
}

const noteIn =
  (asked: Asked) =>
  (question: PageQuestion): void =>
    void asked.set(questionKey(question), question);

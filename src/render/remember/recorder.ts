/** Renders files of the site, and packs what they asked and what came out into blocks. */
import { answerDigest } from '../../site/answer-digest.ts';
import { theQuestion } from '../../site/question.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { onceEach } from '../../values/once-each.ts';
import type { Made, Output, OutputTools } from '../outputs.ts';
import { socialImage } from '../shared.ts';
import type { TextFile } from '../writer/output-store.ts';
import type { FileVersion } from '../writer/writer.ts';
import { answersIn, isMomentary, makeNoted, observedWorld, type BuildWorld, type PageQuestion } from './world.ts';
import { packList, type Fact, type PackedList, type RememberedFile } from './remembered-block.ts';

export type Recorder = ReturnType<typeof createRecorder>;

type VersionOf = (path: string) => FileVersion;

interface Noted extends Made {
  readonly text: string;
  readonly output: Output;
  readonly asked: readonly PageQuestion[];
}

const HEAD = theQuestion(['head']);

export function createRecorder(world: BuildWorld, tools: OutputTools) {
  const answers = answersIn(world);
  /** By the page that is being rendered. */
  let asked = new Set<PageQuestion>();
  const note = (question: PageQuestion): void => void asked.add(question);
  const { site, published } = observedWorld(world, note);
  const assets: OutputTools['assets'] = (page, sheets) => {
    note(HEAD);
    socialImage(page, published);
    return tools.assets(page, sheets);
  };
  const noting = { site, templates: world.templates, tools: { ...tools, published, assets }, note };
  let noted: Noted[] = [];
  let lasting = true;
  return {
    make(output: Output): Made {
      asked = new Set();
      const made = makeNoted(output, noting);
      const { text } = made;
      // An output that fails is rendered in each build: its message may name anything.
      if (text !== undefined) noted.push({ ...made, text, output, asked: [...asked] });
      return made;
    },
    /** The files since the last call, as a block; undefined if there is nothing to remember. All of them are written. */
    take(versionOf: VersionOf): { readonly texts: readonly TextFile[]; readonly list: PackedList } | undefined {
      const facts: Fact[] = [];
      const indexOf = onceEach((question: PageQuestion): number | undefined => {
        const answer = answers(question);
        return answer === undefined ? undefined : facts.push([question, answer]) - 1;
      });
      const texts: TextFile[] = [];
      const files: RememberedFile[] = [];
      for (const { output, asked: questions, text, offline, diagnostics } of noted) {
        const { path } = output;
        const needed = questions.map(indexOf);
        const about = ifPossible(() => answerDigest(output.about));
        const isComparable = about !== undefined && !needed.includes(undefined);
        lasting &&= isComparable && !questions.some(isMomentary);
        if (!isComparable) continue;
        texts.push({ path, text });
        const file = { path, about, facts: needed as readonly number[], ...versionOf(path), offline };
        files.push(diagnostics.length > 0 ? { ...file, diagnostics } : file);
      }
      noted = [];
      return files.length === 0 ? undefined : { texts, list: packList({ facts, files }) };
    },
    /** False if a file that was packed depends on the exact time, or on something that cannot be compared. */
    isLasting: (): boolean => lasting,
  };
}

/** The steps of a Dockerfile, as far as ours uses the language. Anything else is an error, so that no step is left out. */

export type Step =
  | { readonly type: 'workdir'; readonly path: string }
  | { readonly type: 'copy'; readonly from?: string; readonly sources: readonly string[]; readonly to: string }
  | { readonly type: 'run'; readonly command: string };

export interface Stage {
  readonly image: string;
  readonly name?: string;
  readonly steps: readonly Step[];
  readonly env: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly port?: number;
  /** The words that check its health. */
  readonly health?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
}

export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: Stage[] = [];
  for (const line of linesOf(dockerfile)) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [, image, name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      if (image === undefined) throw new Error(`unknown form of FROM: ${line}`);
      stages.push({ image, ...(name !== undefined && { name }), steps: [], env: {} });
    } else {
      const stage = stages.pop();
      if (!stage) throw new Error(`no FROM before: ${line}`);
      stages.push(added(stage, word, rest));
    }
  }
  return stages;
}

/** A backslash at its end continues a line. */
const linesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function added(stage: Stage, word: string, rest: string): Stage {
  const step = stepOf(word, rest);
  if (step) return { ...stage, steps: [...stage.steps, step] };
  switch (word) {
    case 'ENV': {
      const [name = '', value = ''] = rest.split('=');
      return { ...stage, env: { ...stage.env, [name]: value } };
    }
    case 'USER':
      return { ...stage, user: rest };
    case 'EXPOSE':
      return { ...stage, port: Number(rest) };
    case 'HEALTHCHECK':
      return { ...stage, health: wordsIn(rest.replace(/^(?:--\S+\s+)*CMD\s+/, '')) };
    case 'ENTRYPOINT':
      return { ...stage, entrypoint: wordsIn(rest) };
    case 'CMD':
      return { ...stage, command: wordsIn(rest) };
    default:
      throw new Error(`unknown instruction: ${word} ${rest}`);
  }
}

function stepOf(word: string, rest: string): Step | undefined {
  if (word === 'WORKDIR') return { type: 'workdir', path: rest };
  if (word === 'RUN') return { type: 'run', command: rest };
  if (word !== 'COPY') return undefined;
  const [, from, paths = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest)!;
  const words = paths.split(/\s+/);
  if (words.length < 2 || words[0]!.startsWith('-')) throw new Error(`unknown form of COPY: ${rest}`);
  return { type: 'copy', ...(from !== undefined && { from }), sources: words.slice(0, -1), to: words.at(-1)! };
}

/** The form without a shell, so that signals reach the program. */
const wordsIn = (list: string): readonly string[] => JSON.parse(list) as string[];

/** The stages of a Dockerfile, as far as ours uses the language. Anything else is an error, so that no step is left out. */
const FORMS = {
  WORKDIR: /^\S+$/,
  COPY: /^(?:--from=\w+ )?(?:[^-\s]\S* )+\S+$/,
  RUN: /^.+$/,
  ENV: /^\w+=\S+$/,
  USER: /^\d+:\d+$/,
  EXPOSE: /^\d+$/,
  HEALTHCHECK: /^(?:--\S+ )*CMD \[.*\]$/,
  ENTRYPOINT: /^\[.*\]$/,
  CMD: /^\[.*\]$/,
} as const;

export type Instruction = keyof typeof FORMS;

export class Stage {
  readonly image: string;
  readonly name: string;
  readonly lines: { readonly instruction: Instruction; readonly rest: string }[] = [];

  constructor(image: string, name: string) {
    this.image = image;
    this.name = name;
  }

  text(instruction: Instruction): string {
    return this.lines.findLast((line) => line.instruction === instruction)!.rest;
  }

  /** Of the form without a shell, so that signals reach the program. */
  words(instruction: 'HEALTHCHECK' | 'ENTRYPOINT' | 'CMD'): readonly string[] {
    const text = this.text(instruction);
    return JSON.parse(text.slice(text.indexOf('['))) as string[];
  }
}

export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: Stage[] = [];
  // A backslash at its end continues a line.
  const text = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, image, name = String(stages.length)] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? [];
    if (image !== undefined) {
      stages.push(new Stage(image, name));
      continue;
    }
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const instruction = word as Instruction;
    if (!FORMS[instruction]?.test(rest)) throw new Error(`unknown instruction: ${line}`);
    stages.at(-1)!.lines.push({ instruction, rest });
  }
  return stages;
}

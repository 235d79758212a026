/** Runs the steps of a Dockerfile with each stage in a folder of its own, as if that folder were the root of its image. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import type { Stage, Step } from './dockerfile.ts';
import { program } from '../../test/programs.ts';

export interface Place {
  /** The files that COPY reads. */
  readonly context: string;
  /** Where the stages are made. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onStep: (text: string) => void;
}

/** Returns the folder of the last stage. */
export function runSteps(stages: readonly Stage[], place: Place): string {
  const folders = new Map<string, string>();
  let root = '';
  for (const [index, stage] of stages.entries()) {
    const name = stage.name ?? String(index);
    root = join(place.folder, name);
    mkdirSync(root, { recursive: true });
    folders.set(name, root);
    let workdir = '/';
    for (const step of stage.steps) {
      place.onStep(describe(name, step));
      if (step.type === 'workdir') {
        workdir = posix.resolve(workdir, step.path);
        mkdirSync(join(root, workdir), { recursive: true });
      } else if (step.type === 'run') {
        const env = { ...place.env, ...stage.env };
        execFileSync(program('sh'), ['-ec', step.command], {
          cwd: join(root, workdir),
          env,
          stdio: ['ignore', 'inherit', 'inherit'],
        });
      } else {
        copy(step, { from: sourceOf(step, folders, place), to: join(root, posix.resolve(workdir, step.to)) });
      }
    }
  }
  return root;
}

function sourceOf(
  { from }: Extract<Step, { type: 'copy' }>,
  folders: ReadonlyMap<string, string>,
  place: Place,
): string {
  const folder = from === undefined ? place.context : folders.get(from);
  if (folder === undefined) throw new Error(`COPY --from=${from}: no stage before it has this name`);
  return folder;
}

/** The contents of a folder are copied to the target; a file is copied into a target that ends in a slash. */
function copy(
  { sources, to: target }: Extract<Step, { type: 'copy' }>,
  { from, to }: { from: string; to: string },
): void {
  for (const source of sources) {
    const path = join(from, source);
    const isInto = target.endsWith('/') && statSync(path).isFile();
    cpSync(path, isInto ? join(to, basename(path)) : to, { recursive: true, verbatimSymlinks: true });
  }
}

function describe(stage: string, step: Step): string {
  const words =
    step.type === 'run' ? step.command : step.type === 'copy' ? `${step.sources.join(' ')} to ${step.to}` : step.path;
  return `${stage}: ${step.type} ${words}`;
}

/** A stage, and a project opened on it with the library. */
import { openProject, type Project, type ProjectEvent, type ProjectOptions } from '../../src/index.ts';
import type { Stage } from '../sync/stage.ts';

export interface Opened {
  readonly project: Project;
  /** The events so far. */
  readonly events: readonly ProjectEvent[];
}

export function open({ folder, env }: Pick<Stage, 'folder' | 'env'>, more: Partial<ProjectOptions> = {}): Opened {
  const events: ProjectEvent[] = [];
  const project = openProject({ env, onEvent: (event) => void events.push(event), ...more, folder });
  return { project, events };
}

/** The value as a program that reads `--json` sees it. */
export const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

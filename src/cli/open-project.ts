import { openProject, type Project, type ProjectEvent } from '../project/index.ts';
import type { SharedInvocation } from './command.ts';
import { questionText } from './views/question.ts';
import { isKeyEvent, noticeOfKey } from './views/key-event.ts';

interface Watching {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ProjectEvent) => void;
  /** Called before a question is shown. */
  readonly onQuestion?: () => void;
}

/** The project that a command works on. Its questions, and where it sends a key, are always shown. */
export function projectOf({ context, options }: SharedInvocation, watching: Watching = {}): Project {
  const { cwd, env, stderr, now, ask } = context;
  const { signal, onEvent = () => {}, onQuestion = () => {} } = watching;
  return openProject({
    folder: cwd,
    configFile: options.config,
    env,
    now,
    signal,
    onEvent: (event) => (isKeyEvent(event) ? stderr.write(noticeOfKey(event)) : onEvent(event)),
    ...(ask && {
      confirm: async (question) => {
        onQuestion();
        return isYes(await ask(questionText(question)));
      },
    }),
  });
}

export const isYes = (answer: string): boolean => answer.trim().toLowerCase().startsWith('y');

/** An engine whose work and queries are observed. */
import type { Change, Engine, Work, WorkOptions, Origin } from '../store/work.ts';
import { begin, type Observer } from './observer.ts';

export function observeEngine(engine: Engine, all: readonly Observer[]): Engine {
  const observers = all.filter(({ work, query }) => work ?? query);
  if (observers.length === 0) return engine;
  const system = engine.isShared ? 'postgresql' : 'sqlite';
  const watch = async <T>(
    type: 'read' | 'change',
    work: Change<T>,
    { origin: cause }: WorkOptions,
    run: (work: () => Work<T>, options: WorkOptions) => Promise<T>,
  ): Promise<T> => {
    const { origin, end } = begin(observers, 'work', { type }, cause);
    try {
      const result = await run(() => steps(work(origin), { origin, observers, system }), { origin });
      end({});
      return result;
    } catch (error) {
      end({ error });
      throw error;
    }
  };
  return {
    isShared: engine.isShared,
    holder: engine.holder,
    holders: () => engine.holders(),
    read: (scope, work, options = {}) =>
      watch('read', work, options, (watched, within) => engine.read(scope, watched, { ...options, ...within })),
    write: (scope, work, options = {}) =>
      watch('change', work, options, (watched, within) => engine.write(scope, watched, within)),
    hasChangedElsewhere: () => engine.hasChangedElsewhere(),
    onNews: (listener) => engine.onNews(listener),
    connections: () => engine.connections(),
    close: () => engine.close(),
  };
}

interface Surroundings {
  readonly origin: Origin | undefined;
  readonly observers: readonly Observer[];
  readonly system: 'sqlite' | 'postgresql';
}

function* steps<T>(work: Work<T>, { origin, observers, system }: Surroundings): Work<T> {
  let step = work.next();
  while (!step.done) {
    const asked = step.value;
    const query = asked.wants === 'news' ? undefined : begin(observers, 'query', { sql: asked.sql, system }, origin);
    let result: unknown;
    try {
      result = yield asked;
    } catch (error) {
      query?.end({ error });
      step = work.throw(error);
      continue;
    }
    query?.end({});
    step = work.next(result);
  }
  return step.value;
}

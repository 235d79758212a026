/** An engine whose work and queries are observed, and whose work knows which request it belongs to. */
import type { Engine } from '../store/engine.ts';
import type { Work } from '../store/work.ts';
import { begin, type Observer } from './observer.ts';
import { currentOrigin, runFrom, type Origin } from './origin.ts';

export function observeEngine(engine: Engine, all: readonly Observer[]): Engine {
  const observers = all.filter(({ work, query }) => work ?? query);
  const system = engine.isShared ? 'postgresql' : 'sqlite';
  /** Runs the work within its origin: SQLite commits the changes of several requests in one turn of the event loop. */
  const watch = async <T>(
    type: 'read' | 'change',
    work: () => Work<T>,
    run: (work: () => Work<T>) => Promise<T>,
  ): Promise<T> => {
    const { origin, end } = begin(observers, 'work', { type }, currentOrigin());
    try {
      const result = await run(() => steps(work(), { origin, observers, system }));
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
    read: (scope, work, options) =>
      observers.length === 0
        ? engine.read(scope, work, options)
        : watch('read', work, (watched) => engine.read(scope, watched, options)),
    write: (scope, work) => watch('change', work, (watched) => engine.write(scope, watched)),
    // Those who listen do not act for the request whose change they hear of.
    onNews: (listener) => engine.onNews((topic) => runFrom(undefined, () => listener(topic))),
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
  let step = runFrom(origin, () => work.next());
  while (!step.done) {
    const asked = step.value;
    const query = asked.wants === 'news' ? undefined : begin(observers, 'query', { sql: asked.sql, system }, origin);
    let result: unknown;
    try {
      result = yield asked;
    } catch (error) {
      query?.end({ error });
      step = runFrom(origin, () => work.throw(error));
      continue;
    }
    query?.end({});
    step = runFrom(origin, () => work.next(result));
  }
  return step.value;
}

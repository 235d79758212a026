/** Limits how many tasks run at once: a large photo takes memory only while it is processed. */
export function createQueue(atOnce: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // The slot passes directly to the next task.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

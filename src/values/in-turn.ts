/**
 * Runs a task for each item, at most `most` at the same time, and returns the results in the order of the items. After a
 * failure, no further task is started.
 */
export async function inTurn<I, R>(
  items: readonly I[],
  most: number,
  task: (item: I) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const stop = (error: unknown): never => {
    next = items.length;
    throw error;
  };
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await task(items[index]!);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, () => worker().catch(stop)));
  return results;
}

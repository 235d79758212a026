/** Runs a task for each item, at most `most` at the same time, and returns the results in the order of the items. */
export async function inTurn<I, R>(
  items: readonly I[],
  most: number,
  task: (item: I) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await task(items[index]!);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}

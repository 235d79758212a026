/** Stops waiting after so many milliseconds, which gives undefined. */
export async function within<T>(ms: number, act: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  return Promise.race([act, late]).finally(() => clearTimeout(timer));
}

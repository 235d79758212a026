/** A slug may have 96 characters. */
const LONGEST = 90;

/** The first of `slug`, `slug-2` and so on that nothing has. */
export function freeName(slug: string, isTaken: (name: string) => boolean): string {
  const short = slug.slice(0, LONGEST).replace(/-+$/, '');
  let name = slug;
  for (let number = 2; isTaken(name); number++) name = `${short}-${number}`;
  return name;
}

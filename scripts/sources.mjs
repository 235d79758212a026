// Decides whether lib/ was made from the files that are here now. The launcher asks at each start of a checkout, so it looks
// only at what the file system knows: no content changes without the time of change, which no program can set.
const { readdirSync, readFileSync, statSync, writeFileSync } = process.getBuiltinModule('fs');

/** `root`: the URL of the checkout, here and below. */
export function describeSources(root) {
  const files = readdirSync(new URL('src', root), { recursive: true }).map((name) => `src/${name}`);
  return ['package.json', 'scripts/build.ts', ...files.sort()]
    .map((file) => {
      const { size, mtimeMs, ctimeMs } = statSync(new URL(file, root));
      return `${file} ${size} ${mtimeMs} ${ctimeMs}\n`;
    })
    .join('');
}

const noteOf = (root) => new URL('lib/.sources', root);

/** `sources`: as they were before the first was read. */
export const noteSources = (root, sources) => writeFileSync(noteOf(root), sources);

export function isBuildCurrent(root) {
  try {
    return readFileSync(noteOf(root), 'utf8') === describeSources(root);
  } catch {
    return false;
  }
}

// Decides whether lib/ was made from the files that are here now. The launcher asks at each start of a checkout, so it looks
// only at what the file system knows: no content changes without the time of change, which no program can set.
const { readdirSync, readFileSync, statSync, writeFileSync } = process.getBuiltinModule('fs');
const { fileURLToPath } = process.getBuiltinModule('url');

/** `root`: the URL of the checkout, here and below. A folder changes when a file in it is added or removed. */
export const describeSources = (root) =>
  describe(root, [
    'package.json',
    'scripts/build.ts',
    'src',
    ...readdirSync(new URL('src', root), { recursive: true }).map((name) => `src/${name}`),
  ]);

function describe(root, files) {
  // A URL for each of a thousand files would take as long as to ask for their times.
  const folder = fileURLToPath(root);
  return files
    .map((file) => {
      const { size, mtimeMs, ctimeMs } = statSync(folder + file);
      return `${file}\t${size} ${mtimeMs} ${ctimeMs}\n`;
    })
    .join('');
}

const noteOf = (root) => new URL('lib/.sources', root);

/** `sources`: as they were before the first was read. */
export const noteSources = (root, sources) => writeFileSync(noteOf(root), sources);

export function isBuildCurrent(root) {
  try {
    const note = readFileSync(noteOf(root), 'utf8');
    const files = note
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t', 1)[0]);
    return files.length > 0 && describe(root, files) === note;
  } catch {
    return false;
  }
}

/**
 * `npm run build`: makes lib/, which is what the package runs. Without a bundle, every start would find, read and link
 * some three hundred files; with it, a command loads a few. Dependencies stay as npm installs them. Declarations and the
 * scripts for browsers keep their places.
 *
 * `node scripts/build.ts --only-program FOLDER` makes it there, without declarations: for tests, and for a checkout whose
 * packages were just installed. The launcher runs lib/ as long as the sources are those that it was made from.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import { rolldown, type CodeSplittingGroup, type Plugin } from 'rolldown';
import { forBrowsers } from './for-browsers.ts';
import { newEta } from '../src/render/templates/templates.ts';
import { describeSources, noteSources } from './sources.mjs';

const ROOT = join(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');
const { values: options } = parseArgs({ options: { 'only-program': { type: 'string' } } });
const folder = options['only-program'];
const LIB = folder === undefined ? join(ROOT, 'lib') : resolve(folder);

/** The modules that are started or imported from outside. */
const ENTRIES = ['index', 'cli/main'];
const FOR_BROWSERS = ['preview/browser', 'service/page/browser'];

/**
 * Each of these files holds the modules that match and everything they import, unless an earlier one holds it. Finding,
 * reading and linking a file takes Node.js about a millisecond, so a command starts faster with one large file than with
 * thirty small ones.
 */
const TOGETHER = {
  // `--version` and `help` need no more than this.
  start: /\/src\/cli\/main\.ts$/,
  // Every command that opens a project has most of it in common.
  command: /\/src\/(kinds\/.*|repository\/load-config)\.ts$/,
  check: /\/src\/(cli\/commands\/validate|project\/check\/validate|render\/images\/inspect-media)\.ts$/,
  // In common to `plan` and `build`.
  shared: /\/src\/(machine|git|repository)\/|\/src\/(values\/digest|project\/calls\/(option|shared-options))\.ts$/,
  plan: /\/src\/(cli\/commands|project\/planning)\/plan\.ts$/,
  service: /\/src\/service\/local\/local-service\.ts$/,
  build: /\/src\/(cli\/commands\/site|project\/site)\/build\.ts$/,
  render: /\/src\/building\/render-site\.ts$/,
};

/** A module that uses its own URL means its place below lib/, whichever chunk it ends up in. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!id.startsWith(SRC) || !code.includes('import.meta.url')) return null;
    const place = relative(SRC, id).split(sep).join('/').replace(/\.ts$/, '.js');
    return code.replaceAll('import.meta.url', `OWN_PLACE(${JSON.stringify(place)})`);
  },
  renderChunk(code, { fileName }) {
    return code.replaceAll(/\bOWN_PLACE\("([^"]+)"\)/g, (_, place: string) => {
      const way = posix.relative(posix.dirname(fileName), place);
      return `new URL(${JSON.stringify(way)}, import.meta.url).href`;
    });
  },
};

/** Importing a built-in module creates all of its exports, such as `fs.promises` and streams; this call does not. */
const builtins: Plugin = {
  name: 'builtins',
  renderChunk: (code) =>
    code.replaceAll(/^import \{([^}]*)\} from "([\w:/]+)";$/gm, (whole, names: string, module: string) => {
      if (!isBuiltin(module)) return whole;
      const call = `process.getBuiltinModule(${JSON.stringify(module)})`;
      const imports = names.split(',').map((each) => each.trim().split(' as ') as [string, string?]);
      const [later, now] = [
        imports.filter(([name]) => isLoadedLater(module, name)),
        imports.filter(([name]) => !isLoadedLater(module, name)),
      ];
      return [
        ...(now.length > 0 ? [`const { ${now.map((each) => each.join(': ')).join(', ')} } = ${call};`] : []),
        ...later.map(([name, own = name]) => `const ${own} = (...values) => ${call}.${name}(...values);`),
      ].join('\n');
    }),
};

/** These take two to eight milliseconds to load, and most commands call few of their functions. */
const SLOW = /^node:(?:child_process|crypto|fs\/promises|http|zlib)$/;
const isLoadedLater = (module: string, name: string): boolean => {
  const exported: unknown = (process.getBuiltinModule(module) as unknown as Readonly<Record<string, unknown>>)[name];
  return SLOW.test(module) && typeof exported === 'function' && /^[a-z]/.test(name);
};

/** The templates of the default theme as functions. Their texts, which Eta adds for its own messages, are left out. */
const themeFunctions: Plugin = {
  name: 'theme-functions',
  transform(_, id) {
    if (id !== join(SRC, 'render/templates/compiled-theme.ts')) return null;
    const folder = join(ROOT, 'templates');
    const eta = newEta();
    const entries = globSync('**/*.eta', { cwd: folder }).map((file) => {
      const [path, text] = [file.split(sep).join('/'), readFileSync(join(folder, file), 'utf8')];
      const body = eta.compileToString(text).replace(/, templateStr: "(?:[^"\\]|\\.)*"/, '');
      return `[${JSON.stringify(path)}, { checksum: ${crc32(text)}, run: function (it, options) {${body}} }]`;
    });
    return `export const compiledTheme = new Map([${entries.join(',\n')}]);`;
  },
};

/** A file with a single other character takes V8 twice the memory, and a fifth more time to load. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};
const escaped = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const checkout = pathToFileURL(`${ROOT}/`);
const sources = describeSources(checkout);
rmSync(LIB, { recursive: true, force: true });
if (folder === undefined) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
}
const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as {
  dependencies: object;
  optionalDependencies: object;
  peerDependencies: object;
};
const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
async function writeBundle(entries: readonly string[], groups: CodeSplittingGroup[]): Promise<void> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
    platform: 'node',
    // In a checkout they load less; here their module is in the same file.
    checks: { ineffectiveDynamicImport: false },
    external: (id) => isBuiltin(id) || packages.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownPlaces, builtins, themeFunctions, inAscii],
  });
  await bundle.write({
    dir: LIB,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups },
  });
  await bundle.close();
}
const groups = Object.entries(TOGETHER)
  .toReversed()
  .map(([name, test], priority) => ({ name, test, priority }));
await writeBundle(ENTRIES, groups);
for (const file of FOR_BROWSERS.flatMap((part) => globSync(`${part}/**/*.js`, { cwd: SRC }))) {
  mkdirSync(dirname(join(LIB, file)), { recursive: true });
  writeFileSync(join(LIB, file), forBrowsers(readFileSync(join(SRC, file), 'utf8')));
}
if (LIB === join(ROOT, 'lib')) noteSources(checkout, sources);

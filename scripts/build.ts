/**
 * `npm run build`: makes lib/, which is what the package runs. Every start would otherwise look for, read and link some
 * three hundred files; bundled, a command loads a few. The packages of others stay what npm installs. Declarations and the
 * scripts for browsers keep their places. `--out DIR` names another folder, and `--no-types` leaves the declarations out: the
 * tests start such a copy.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown, type Plugin } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');
const { out, types } = parseArgs({
  allowNegative: true,
  options: { out: { type: 'string', default: 'lib' }, types: { type: 'boolean', default: true } },
}).values;
const LIB = resolve(ROOT, out);

/** What is started or imported from outside. */
const ENTRIES = ['index', 'cli/main', 'project/site/build-helpers/helper-process'];
const FOR_BROWSERS = ['preview/browser', 'service/page/browser'];

/** A module that asks where it is means its own place below lib/, whichever file it ends up in. */
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

/** To import a module of Node makes all of its parts, `fs.promises` and streams included; to ask for it does not. */
const builtins: Plugin = {
  name: 'builtins',
  renderChunk: (code) =>
    code.replaceAll(/^import \{([^}]*)\} from "([\w:/]+)";$/gm, (whole, names: string, module: string) =>
      isBuiltin(module)
        ? `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule(${JSON.stringify(module)});`
        : whole,
    ),
};

rmSync(LIB, { recursive: true, force: true });
if (types) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', LIB], { cwd: ROOT, stdio: 'inherit' });
}
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: object;
  optionalDependencies: object;
};
const packages = Object.keys({ ...dependencies, ...optionalDependencies });
const bundle = await rolldown({
  cwd: ROOT,
  input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: (id) => isBuiltin(id) || packages.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [ownPlaces, builtins],
});
await bundle.write({ dir: LIB, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
await bundle.close();
const isShipped = (path: string): boolean => !path.endsWith('.json');
for (const folder of FOR_BROWSERS) {
  cpSync(join(SRC, folder), join(LIB, folder), { recursive: true, filter: isShipped });
}

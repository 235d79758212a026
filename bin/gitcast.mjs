#!/usr/bin/env node
// The launcher is read by any Node since 12, so that an old one gets a sentence and not a syntax error: no `await` outside of
// functions, no `?.` and `??`, no `node:` in imports. Where the checkout or the installation brings a newer Node along (the
// npm package `node`), the program runs on that one. It imports nothing, and asks for modules of Node instead: to import one
// makes all of its parts, which takes longer than to print the version.
const REQUIRED = [22, 22];
const [major, minor] = process.versions.node.split('.').map(Number);
const recentEnough = major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1]);

/** SQLite works on every Node that we support, and 22 calls it experimental still. Any other warning is shown. */
function withoutSqliteWarning() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest);
  };
}

/** V8 uses code only with the flags that it was kept with, and each of these limits its heap by other ones. */
const FREQUENT = ['build', 'dev', 'plan', 'sync', 'validate'];

/**
 * Keeps compiled code in the user's own cache folder, where it survives a restart and no other user can write. Node's choice,
 * the folder for temporary files, is taken where that one cannot be written. NODE_COMPILE_CACHE goes before both. A home that
 * does not exist, as that of some system users, is not made.
 */
function keepCompiledCode() {
  const { enableCompileCache, constants } = process.getBuiltinModule('module');
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  const [home, folder] =
    process.platform === 'win32' ? [LOCALAPPDATA, ''] : XDG_CACHE_HOME ? [XDG_CACHE_HOME, ''] : [HOME, '/.cache'];
  const exists = home && process.getBuiltinModule('fs').existsSync(home);
  const command = FREQUENT.includes(process.argv[2]) ? process.argv[2] : 'others';
  const kept = exists ? enableCompileCache(`${home}${folder}/gitcast/compiled/${command}`) : undefined;
  if (!kept || kept.status === constants.compileCacheStatus.FAILED) enableCompileCache();
}

async function runHere() {
  withoutSqliteWarning();
  keepCompiledCode();
  // A checkout runs its sources, unless lib/ was made from exactly these; the published package has only lib/.
  const root = new URL('..', import.meta.url);
  const { existsSync } = process.getBuiltinModule('fs');
  const isCheckout = existsSync(new URL('src/cli/main.ts', root));
  // A command would find out only when it needs one of them.
  if (isCheckout && !existsSync(new URL('node_modules', root))) {
    const { failWithoutPackages } = await import('./cannot-start.mjs');
    return failWithoutPackages();
  }
  const isBuilt =
    !isCheckout ||
    (existsSync(new URL('lib/.sources', root)) && (await import('../scripts/sources.mjs')).isBuildCurrent(root));
  const { main } = await import(new URL(isBuilt ? 'lib/cli/main.js' : 'src/cli/main.ts', root).href);
  return main(process.argv.slice(2));
}

async function runElsewhere() {
  const { startElsewhere } = await import('./cannot-start.mjs');
  startElsewhere({ required: REQUIRED });
}

// What goes wrong here is a fault of gitcast: Node shows it with its stack.
void (recentEnough ? runHere() : runElsewhere());

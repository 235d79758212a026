// Installs exactly the packages that package-lock.json pins with an integrity. Started by ci/gitcast.sh:
//
//   node ci/install.mjs PACKAGE [FOLDER]   PACKAGE is the one that is going to run, FOLDER has package-lock.json
//
// Ends with code 3, before npm starts, if package-lock.json does not pin every package. A link, a folder and a git repository
// have no integrity. npm itself does not promise this: it installs from npm-shrinkwrap.json if there is one, and from
// package.json where that names another source than package-lock.json. So what it installed is compared afterwards, and until
// then no code of a package runs.
//
// Written by gitcast init --ci. You can edit it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , name, folder = '.', ...options] = process.argv;
const [lockfile, shrinkwrap, modules] = ['package-lock.json', 'npm-shrinkwrap.json', 'node_modules'].map((path) =>
  join(folder, path),
);
const NOT_PINNED = 3;
const INTEGRITY_OF_NOTHING =
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';
const LOCK = '`npm install --package-lock-only --ignore-scripts`, and commit package-lock.json.';
const LOCK_AGAIN = folder === '.' ? `Run \`gitcast init --ci HOST\` or ${LOCK}` : `In ${folder}, run ${LOCK}`;

const text = existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : '{}';
const packages = packagesIn(text);

if (existsSync(shrinkwrap)) {
  stop(NOT_PINNED, `${shrinkwrap} is not allowed, because npm installs from it and not from ${lockfile}. Delete it.`);
}
const loose = [...(name ? [`node_modules/${name}`] : []), ...Object.keys(packages)].find((path) => !isPinned(path));
if (loose !== undefined) {
  stop(NOT_PINNED, `${lockfile} does not pin ${shown(loose)} with its integrity.`, LOCK_AGAIN);
}
install();
const other = Object.entries(installed()).find(([path, entry]) => !isSame(path, entry));
if (other !== undefined) {
  rmSync(modules, { recursive: true, force: true });
  stop(1, `npm did not install ${shown(other[0])} as ${lockfile} pins it, because package.json does not match.`, LOCK_AGAIN);
}

function packagesIn(json) {
  try {
    const { '': _, ...packages } = JSON.parse(json).packages ?? {};
    return packages;
  } catch {
    return {};
  }
}

function isPinned(path) {
  const entry = packages[path] ?? {};
  return hasIntegrity(entry) || (isBundled(entry) && isInsidePinned(path));
}

function hasIntegrity({ link, resolved = '', integrity = '' }) {
  if (link || typeof resolved !== 'string' || typeof integrity !== 'string') return false;
  // npm ignores an integrity that is not well-formed.
  const isDigest = /^(sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/.test(integrity);
  return isDigest && /^(https?:.+|file:.+[.](tgz|tar[.]gz)|)$/.test(resolved);
}

// A bundled package is a part of the tarball that it lies in, so it has no tarball of its own.
function isBundled({ link, resolved, integrity, inBundle }) {
  return inBundle === true && !link && resolved === undefined && integrity === undefined;
}

function isInsidePinned(path) {
  const end = path.lastIndexOf('/node_modules/');
  return end > 0 && (hasIntegrity(packages[path.slice(0, end)] ?? {}) || isInsidePinned(path.slice(0, end)));
}

function install() {
  // A committed node_modules is never run, whatever .npmrc says.
  rmSync(modules, { recursive: true, force: true });
  const sealed = withoutDownloadsOfBundled();
  if (sealed !== text) writeFileSync(lockfile, sealed);
  // Options win over the repository's .npmrc, in which `git` can name any program.
  const words = ['ci', '--ignore-scripts', '--git=false', '--install-strategy=hoisted', '--no-audit', '--no-fund', ...options];
  const { status } = spawnSync('npm', words, {
    cwd: folder,
    env: environmentOfNpm(),
    stdio: ['ignore', process.stderr, process.stderr],
    // npm is a script on Windows, which only a shell starts.
    shell: process.platform === 'win32',
  });
  if (sealed !== text) writeFileSync(lockfile, text);
  if (status !== 0) process.exit(1);
}

// npm can download a bundled package that is missing in its tarball. No download has the integrity of an empty file.
function withoutDownloadsOfBundled() {
  const bundled = Object.keys(packages).filter((path) => isBundled(packages[path]));
  if (bundled.length === 0) return text;
  const sealed = bundled.map((path) => [path, { ...packages[path], integrity: INTEGRITY_OF_NOTHING }]);
  const whole = JSON.parse(text);
  return JSON.stringify({ ...whole, packages: { ...whole.packages, ...Object.fromEntries(sealed) } });
}

// npm reads the repository's .npmrc, which can put every variable that npm sees into a registry URL. So npm gets only what it
// needs to run and to reach a registry: no key, no secret, no token of the host.
function environmentOfNpm() {
  const needed = `NODE_AUTH_TOKEN PATH HOME TMPDIR TMP TEMP USERPROFILE APPDATA LOCALAPPDATA SYSTEMROOT COMSPEC PATHEXT
    HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR`.split(/\s+/);
  const isNeeded = (variable) => /^(npm_config_|NPM_CONFIG_)/.test(variable) || needed.includes(variable);
  return Object.fromEntries(Object.entries(process.env).filter(([variable, value]) => value && isNeeded(variable)));
}

// npm notes beside the packages what it installed.
function installed() {
  const note = join(modules, '.package-lock.json');
  return existsSync(note) ? packagesIn(readFileSync(note, 'utf8')) : { [`node_modules/${name}`]: {} };
}

function isSame(path, entry) {
  const pinned = packages[path] ?? {};
  if (hasIntegrity(pinned) && hasIntegrity(entry)) return entry.integrity === pinned.integrity;
  return entry.inBundle === true && !entry.link && [undefined, INTEGRITY_OF_NOTHING].includes(entry.integrity) && isInsidePinned(path);
}

// A name in the output could otherwise act as a workflow command.
function shown(path) {
  return /[^@./A-Za-z0-9_-]/.test(path) ? 'a package' : path.replace('node_modules/', '');
}

function stop(code, ...sentences) {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

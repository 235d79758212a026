// node ci/install.mjs [FOLDER]: installs exactly the packages that package-lock.json pins with an integrity. npm alone does not: it
// installs from npm-shrinkwrap.json if there is one, from package.json where that names another source, and from git without any
// integrity. So the lockfile is checked before npm starts (exit code 3), npm sees no key and runs no script, and what it has
// installed is compared before any of it runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder = '.'] = process.argv;
const [lockfile, shrinkwrap, modules, manifest] = ['package-lock.json', 'npm-shrinkwrap.json', 'node_modules', 'package.json'].map(
  (name) => join(folder, name),
);
const INTEGRITY_OF_NOTHING =
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';
// npm takes an address on one of them for a repository.
const GIT_HOSTS = ['github.com', 'gist.github.com', 'gitlab.com', 'bitbucket.org', 'git.sr.ht'];
const LOCK = 'run `npm install --package-lock-only --ignore-scripts`, and commit package-lock.json.';
const LOCK_AGAIN = folder === '.' ? `Run \`gitcast init --ci HOST\`, or ${LOCK}` : `In ${folder}, ${LOCK}`;

function stop(code, ...sentences) {
  process.stderr.write(sentences.map((sentence) => `${sentence}\n`).join(''));
  process.exit(code);
}

// A name in the output could otherwise act as a workflow command.
const shown = (path) => (/[^@./A-Za-z0-9_-]/.test(path) ? 'a package' : path.replace('node_modules/', ''));

function packagesIn(json) {
  try {
    const { '': _, ...packages } = JSON.parse(json).packages ?? {};
    return packages;
  } catch {
    return {};
  }
}
const text = existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : '{}';
const packages = packagesIn(text);

// npm ignores an integrity that is not well-formed, and that of a link, a folder or a repository.
function hasIntegrity({ link, resolved = '', integrity = '' }) {
  if (link || typeof resolved !== 'string' || typeof integrity !== 'string') return false;
  if (!/^(sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/.test(integrity)) return false;
  const { hostname = '', hash = '' } = URL.parse(resolved) ?? {};
  if (hash !== '' || GIT_HOSTS.includes(hostname.replace(/^www\./, ''))) return false;
  return /^(https?:.+|file:.+[.](tgz|tar[.]gz)|)$/.test(resolved);
}

// A bundled package is a part of the tarball that it lies in, so it has no tarball of its own.
const isBundled = ({ link, resolved, integrity, inBundle }) =>
  inBundle === true && !link && resolved === undefined && integrity === undefined;
function isInsidePinned(path) {
  const end = path.lastIndexOf('/node_modules/');
  return end > 0 && (hasIntegrity(packages[path.slice(0, end)] ?? {}) || isInsidePinned(path.slice(0, end)));
}
const isPinned = (path, entry = packages[path] ?? {}) => hasIntegrity(entry) || (isBundled(entry) && isInsidePinned(path));

function isSame(path, entry, pinned = packages[path] ?? {}) {
  if (hasIntegrity(pinned) && hasIntegrity(entry)) return entry.integrity === pinned.integrity;
  return entry.inBundle === true && !entry.link && [undefined, INTEGRITY_OF_NOTHING].includes(entry.integrity) && isInsidePinned(path);
}

// npm can download a bundled package that is missing in its tarball. No download has the integrity of an empty file.
function withoutDownloadsOfBundled() {
  const bundled = Object.entries(packages).filter(([, entry]) => isBundled(entry));
  if (bundled.length === 0) return text;
  const sealed = bundled.map(([path, entry]) => [path, { ...entry, integrity: INTEGRITY_OF_NOTHING }]);
  return JSON.stringify({ ...JSON.parse(text), packages: { ...JSON.parse(text).packages, ...Object.fromEntries(sealed) } });
}

// npm reads the repository's .npmrc, which can put every variable that npm sees into an address.
const needed = `NODE_AUTH_TOKEN PATH HOME TMPDIR TMP TEMP USERPROFILE APPDATA LOCALAPPDATA SYSTEMROOT COMSPEC PATHEXT
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR`.split(/\s+/);
const isNeeded = ([name, value]) => value && (/^npm_config_/i.test(name) || needed.includes(name));
const env = Object.fromEntries(Object.entries(process.env).filter(isNeeded));

if (existsSync(shrinkwrap)) stop(3, `${shrinkwrap} is not allowed, because npm prefers it to ${lockfile}. Delete it.`);
const name = folder === '.' ? 'gitcast' : Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies)[0];
const loose = [`node_modules/${name}`, ...Object.keys(packages)].find((path) => !isPinned(path));
if (loose !== undefined) stop(3, `${lockfile} does not pin ${shown(loose)} with its integrity.`, LOCK_AGAIN);

// A committed node_modules is never run. Options win over .npmrc, in which `git` can name any program.
rmSync(modules, { recursive: true, force: true });
writeFileSync(lockfile, withoutDownloadsOfBundled());
const words = 'ci --ignore-scripts --git=false --install-strategy=hoisted --omit-lockfile-registry-resolved=false --no-audit --no-fund';
const stdio = ['ignore', process.stderr, process.stderr];
// npm is a script on Windows, which only a shell starts.
const { status } = spawnSync('npm', words.split(' '), { cwd: folder, env, stdio, shell: process.platform === 'win32' });
writeFileSync(lockfile, text);
if (status !== 0) process.exit(1);

const noted = join(modules, '.package-lock.json');
const installed = existsSync(noted) ? packagesIn(readFileSync(noted, 'utf8')) : { [`node_modules/${name}`]: {} };
const other = Object.entries(installed).find(([path, entry]) => !isSame(path, entry));
if (other !== undefined) {
  rmSync(modules, { recursive: true, force: true });
  stop(1, `npm did not install ${shown(other[0])} as ${lockfile} pins it, because package.json does not match.`, LOCK_AGAIN);
}

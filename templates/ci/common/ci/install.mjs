// node ci/install.mjs: installs exactly the packages that package-lock.json pins with an integrity. npm alone does not: it also uses
// npm-shrinkwrap.json, other sources in package.json, and git without any integrity. So the lockfile is checked before npm starts (exit
// code 3), npm sees no key and runs no script, and what it has installed is compared before any of it runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

const [lockfile, shrinkwrap, noted] = ['package-lock.json', 'npm-shrinkwrap.json', 'node_modules/.package-lock.json'];
// npm takes an address on one of them for a repository.
const GIT_HOSTS = ['github.com', 'gist.github.com', 'gitlab.com', 'bitbucket.org', 'git.sr.ht'];
const LOCK = 'Run `gitcast init --ci HOST`, or `npm install --package-lock-only --ignore-scripts`, and commit package-lock.json.';

function stop(code, ...sentences) {
  process.stderr.write(sentences.map((sentence) => `${sentence}\n`).join(''));
  process.exit(code);
}

// A name in the output could otherwise act as a workflow command.
const shown = (path) => (/[^@./A-Za-z0-9_-]/.test(path) ? 'a package' : path.replace('node_modules/', ''));

function packagesIn(file) {
  try {
    const { '': _, ...packages } = JSON.parse(readFileSync(file, 'utf8')).packages;
    return packages;
  } catch {
    return {};
  }
}

// npm ignores an integrity that is not well-formed, and that of a link, a folder or a repository.
function hasIntegrity({ link, resolved = '', integrity = '' }) {
  if (link || typeof resolved !== 'string' || typeof integrity !== 'string') return false;
  if (!/^(sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/.test(integrity)) return false;
  const { hostname = '', hash = '' } = URL.parse(resolved) ?? {};
  if (hash !== '' || GIT_HOSTS.includes(hostname.replace(/^www\./, ''))) return false;
  return /^(https?:.+|file:.+[.](tgz|tar[.]gz)|)$/.test(resolved);
}

// A bundled package is a part of the tarball that it lies in: npm notes a source for one that it has downloaded instead.
const isBundled = ({ link, resolved, integrity, inBundle }) => inBundle === true && !link && (resolved ?? integrity) === undefined;
function isPinned(packages, path) {
  const [entry, end] = [packages[path] ?? {}, path.lastIndexOf('/node_modules/')];
  return hasIntegrity(entry) || (isBundled(entry) && end > 0 && isPinned(packages, path.slice(0, end)));
}

const packages = packagesIn(lockfile);
if (existsSync(shrinkwrap)) stop(3, `${shrinkwrap} is not allowed, because npm prefers it to ${lockfile}. Delete it.`);
const loose = ['node_modules/gitcast', ...Object.keys(packages)].find((path) => !isPinned(packages, path));
if (loose !== undefined) stop(3, `${lockfile} does not pin ${shown(loose)} with its integrity.`, LOCK);

// npm reads the repository's .npmrc, which can put every variable that npm sees into an address.
const needed = `NODE_AUTH_TOKEN PATH HOME TMPDIR TMP TEMP USERPROFILE APPDATA LOCALAPPDATA SYSTEMROOT COMSPEC PATHEXT
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR`.split(/\s+/);
const isNeeded = ([name, value]) => value && (/^npm_config_/i.test(name) || needed.includes(name));
const env = Object.fromEntries(Object.entries(process.env).filter(isNeeded));
// A committed node_modules is never run. Options win over .npmrc, in which `git` can name any program.
rmSync('node_modules', { recursive: true, force: true });
const words = 'ci --ignore-scripts --git=false --install-strategy=hoisted --omit-lockfile-registry-resolved=false --no-audit --no-fund';
// npm is a script on Windows, which only a shell starts.
const options = { env, stdio: ['ignore', process.stderr, process.stderr], shell: process.platform === 'win32' };
if (spawnSync('npm', words.split(' '), options).status !== 0) process.exit(1);

const installed = packagesIn(noted);
const isSame = ([path, entry]) => isPinned(installed, path) && entry.integrity === packages[path]?.integrity;
const other = 'node_modules/gitcast' in installed ? Object.entries(installed).find((each) => !isSame(each)) : ['node_modules/gitcast'];
if (other === undefined) process.exit(0);
rmSync('node_modules', { recursive: true, force: true });
stop(1, `npm did not install ${shown(other[0])} as ${lockfile} pins it, because package.json does not match.`, LOCK);

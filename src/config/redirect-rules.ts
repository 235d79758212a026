/** The table of `site.redirects`: where its entries are no former paths, lead to no address, or lead in a circle. */
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { GONE, keyOfPath, readFormerPath } from '../values/former-path.ts';
import { isObject, valueAt } from '../values/json.ts';
import type { ConfigSource } from './check-settings.ts';

const TABLE = ['site', 'redirects'];

export function redirectsAreSound(source: ConfigSource): readonly Diagnostic[] {
  const written = valueAt(source.data, TABLE);
  const entries = Object.entries(isObject(written) ? written : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const firsts = new Map<string, string>();
  const targets = new Map(entries.map(([from, to]) => [keyOf(from), keyOf(to.replace(/#.*$/, ''))]));
  const problem = (from: string, message: string, suggestion: string): Diagnostic =>
    diagnose('config-value', source.keySpan([...TABLE, from]), message, { suggestion });
  return entries.flatMap(([from, to]): readonly Diagnostic[] => {
    const former = ADDRESS.test(from) ? { path: from } : readFormerPath(withoutStar(from));
    if ('problem' in former)
      return [
        problem(
          from,
          `\`${from}\` is no former path: ${former.problem}`,
          'write a path such as /2019/news/, or the former address of a document such as sessions/opening',
        ),
      ];
    if (to !== GONE && (!isTarget(to) || isFolder(from) !== isFolder(to))) {
      const message = isFolder(from)
        ? `\`${from}\` must lead to a folder of this site that ends in /*, not \`${to}\``
        : `\`${from}\` must lead to a path, the address of a document or an https URL, or be \`${GONE}\`, not \`${to}\``;
      const suggestion = isFolder(from) ? 'write a folder such as /program/*' : 'write a path such as /program/';
      return [diagnose('config-value', source.valueSpan([...TABLE, from]), message, { suggestion })];
    }
    const key = keyOf(from);
    const first = firsts.get(key);
    if (first !== undefined)
      return [problem(from, `\`${from}\` and \`${first}\` are the same path`, 'remove one of them')];
    firsts.set(key, from);
    if (targets.get(key) === key) return [problem(from, `\`${from}\` leads to itself`, 'remove it')];
    return isCircle(key, targets)
      ? [problem(from, `\`${from}\` leads to itself by way of \`${to}\``, 'lead one of them to a page that exists')]
      : [];
  });
}

const isFolder = (path: string): boolean => path.endsWith('/*');
const withoutStar = (path: string): string => (isFolder(path) ? path.slice(0, -1) : path);

/** Only exact paths are in the way of each other. */
function keyOf(path: string): string {
  if (isFolder(path)) return keyOfPath(path);
  const read = readFormerPath(path);
  return 'path' in read ? keyOfPath(read.path) : path;
}

const ADDRESS = /^[a-z][a-z-]*(?:\/[a-z0-9][a-z0-9-]*)+$/;

function isTarget(to: string): boolean {
  if (to.startsWith('/')) return 'path' in readFormerPath(withoutStar(to).replace(/#.*$/, ''));
  return ADDRESS.test(to) || (/^https:\/\//i.test(to) && URL.canParse(to) && !isFolder(to));
}

function isCircle(from: string, targets: ReadonlyMap<string, string>): boolean {
  const passed = new Set<string>();
  for (let at = targets.get(from); at !== undefined && !passed.has(at); at = targets.get(at)) {
    if (at === from) return true;
    passed.add(at);
  }
  return false;
}

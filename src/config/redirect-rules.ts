/** The table of `site.redirects`: where its entries are no former paths, or lead to no address. */
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { keyOfPath, readFormerPath } from '../values/former-path.ts';
import { isObject, valueAt } from '../values/json.ts';
import type { ConfigSource } from './check-settings.ts';

const TABLE = ['site', 'redirects'];

export function redirectsAreSound(source: ConfigSource): readonly Diagnostic[] {
  const written = valueAt(source.data, TABLE);
  const firsts = new Map<string, string>();
  return Object.entries(isObject(written) ? written : {}).flatMap(([from, to]): readonly Diagnostic[] => {
    if (typeof to !== 'string') return [];
    const problem = (message: string, suggestion: string, span = source.keySpan([...TABLE, from])): Diagnostic[] => [
      diagnose('config-value', span, message, { suggestion }),
    ];
    const former = ADDRESS.test(from) ? { path: from } : readFormerPath(withoutStar(from));
    if ('problem' in former)
      return problem(
        `\`${from.length > LONGEST_SHOWN ? `${from.slice(0, LONGEST_SHOWN)}…` : from}\` is no former path: ${former.problem}`,
        'write a path such as /2019/news/, or the former address of a document such as sessions/opening',
      );
    if (!isTarget(to) || isFolder(from) !== isFolder(to))
      return problem(
        isFolder(from)
          ? `\`${from}\` must lead to a folder of this site that ends in /*, not \`${to}\``
          : `\`${from}\` must lead to a path, the address of a document or an https URL, not \`${to}\``,
        isFolder(from) ? 'write a folder such as /program/*' : 'write a path such as /program/',
        source.valueSpan([...TABLE, from]),
      );
    const key = keyOfPath(former.path) + (isFolder(from) ? '*' : '');
    const first = firsts.get(key);
    if (first !== undefined) return problem(`\`${from}\` and \`${first}\` are the same path`, 'remove one of them');
    firsts.set(key, from);
    return [];
  });
}

const LONGEST_SHOWN = 100;
const isFolder = (path: string): boolean => path.endsWith('/*');
const withoutStar = (path: string): string => (isFolder(path) ? path.slice(0, -1) : path);

const ADDRESS = /^[a-z][a-z-]*(?:\/[a-z0-9][a-z0-9-]*)+$/;

function isTarget(to: string): boolean {
  if (to.startsWith('/')) return 'path' in readFormerPath(withoutStar(to).replace(/#.*$/, ''));
  return ADDRESS.test(to) || (/^https:\/\//i.test(to) && URL.canParse(to) && !isFolder(to));
}

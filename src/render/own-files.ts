/** The files in the user's own folder of templates that no page uses: most have a name with a typing error. */
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { siteProblem } from '../site/problems.ts';
import type { OwnFile, Templates } from './templates/templates.ts';

const FOLDERS = ['layouts/', 'pages/', 'blocks/', 'partials/', 'assets/', 'hosting/'];
const isOfTheme = (path: string): boolean =>
  FOLDERS.some((folder) => path.startsWith(folder)) && !path.endsWith('.d.ts');

export function checkOwnFiles(
  templates: Pick<Templates, 'own' | 'themePaths'>,
  locales: readonly Locale[],
): readonly Diagnostic[] {
  const own = templates.own();
  if (own.length === 0) return [];
  const used = [...templates.themePaths().filter(isOfTheme), ...locales.map((locale) => `locales/${locale}.yaml`)];
  return own.filter((file) => !used.includes(file.path) && mayBeMeant(file, own)).flatMap((file) => unused(file, used));
}

/** Not hidden files, those of another sort, and those that one of the user's templates calls. */
function mayBeMeant({ path }: OwnFile, own: readonly OwnFile[]): boolean {
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  if (isHidden || !(isOfTheme(path) || /\.eta$|^locales\/.*\.ya?ml$/i.test(path))) return false;
  const name = path.replace(/\.eta$/, '');
  return !own.some((other) => other.path.endsWith('.eta') && other.path !== path && other.read().includes(name));
}

function unused({ path, file, owner }: OwnFile, used: readonly string[]): readonly Diagnostic[] {
  const meant = nearestName(path, used) ?? used.find((each) => each.endsWith(`/${path}`));
  // A part may be called by a name that a template puts together, and a shared folder has words for other sites.
  if (meant === undefined && (path.startsWith('partials/') || (path.startsWith('locales/') && owner === 'shared')))
    return [];
  const suggestion = meant === undefined ? 'delete it' : `did you mean ${meant}?`;
  const message = path.startsWith('locales/')
    ? 'no page uses this file: the site has no language with its name'
    : 'no page uses this file: the theme has none with its name';
  return [siteProblem('file-unused', wholeFile(file), message, suggestion)];
}

/** By the name alone: its folder and ending would make every short name near. */
function nearestName(path: string, used: readonly string[]): string | undefined {
  const [, folder = '', ending = ''] = /^(.*\/)?[^/]*?(\.\w+)?$/.exec(path) ?? [];
  const stems = used
    .filter((each) => each.startsWith(folder) && each.endsWith(ending))
    .map((each) => each.slice(folder.length, each.length - ending.length));
  const stem = nearest(path.slice(folder.length, path.length - ending.length), stems);
  return stem === undefined ? undefined : folder + stem + ending;
}

/** The files of `init --ci`: those that the host reads, and the one that installs gitcast before they start it. */
import type { FileTexts } from '../../machine/write-files.ts';
import { version } from '../../machine/program.ts';
import { ciFilling, fillTemplate, type Filling } from './ci-filling.ts';
import { ownChoices, uploadOf, type CiHost, type CiSubject } from './ci-subject.ts';
import { templateFiles } from '../template-files.ts';
import { withMark } from './written-mark.ts';
import { isObject, valueAt, type Json } from '../../values/json.ts';
import { ifPossible } from '../../values/if-possible.ts';

export function ciFiles(ciHost: CiHost, subject: CiSubject): FileTexts {
  if (ciHost === 'none') return {};
  const filling = ciFilling(subject);
  const upload = uploadOf(subject);
  const own = filledFiles([ciHost, ...(upload === undefined ? [] : [upload])], filling);
  return {
    ...marked(own, commandFor(ciHost, subject)),
    // Every host has these, so no host's own command is in them.
    ...marked(filledFiles(['common'], filling), 'gitcast init --ci HOST'),
  };
}

/** The files of some folders of templates/ci/. Those of a later folder replace those of an earlier one. */
export function filledFiles(folders: readonly string[], filling: Filling): Readonly<Record<string, string>> {
  const templates = folders.flatMap((folder) => Object.entries(templateFiles(`ci/${folder}`)));
  const filled = templates.map(([path, bytes]) => [path, fillTemplate(Buffer.from(bytes).toString('utf8'), filling)]);
  return Object.fromEntries(filled);
}

/** The command that writes these files again. */
function commandFor(ciHost: CiHost, subject: CiSubject): string {
  const { publish, promote } = ownChoices(subject);
  return [
    `gitcast init --ci ${ciHost}`,
    ...(publish === undefined ? [] : [`--publish ${publish}`]),
    ...(promote === undefined ? [] : [`--promote ${promote}`]),
  ].join(' ');
}

const marked = (files: Readonly<Record<string, string>>, command: string): FileTexts =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      hasMark(path) ? withMark(path, text, { version: version(), command }) : text,
    ]),
  );

/** JSON has no comments, and the files of update tools belong to the repository. */
const hasMark = (path: string): boolean => !path.endsWith('.json') && !isOptional(path);

/** Files that a repository often has already: those are left as they are. */
export const isOptional = (path: string): boolean => ['.github/dependabot.yml', 'renovate.json'].includes(path);

/** The tool that uploads the website to Netlify or Cloudflare, with a lockfile of its own: no other job installs its packages. */
export const UPLOAD_FOLDER = 'ci/upload';

export const UPLOAD_TOOL = `${UPLOAD_FOLDER}/package.json`;

export const UPLOAD_LOCK = `${UPLOAD_FOLDER}/package-lock.json`;

/** The name of the tool in that file. */
export function uploadTool(manifest: string): string | undefined {
  const dependencies = valueAt(
    ifPossible(() => JSON.parse(manifest) as Json),
    ['dependencies'],
  );
  return isObject(dependencies) ? Object.keys(dependencies)[0] : undefined;
}

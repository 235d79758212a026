/** The files of `init --ci`: those that the host reads, and the one that installs gitcast before they start it. */
import type { FileTexts } from '../../machine/write-files.ts';
import { ciFilling, fillTemplate, type Filling } from './ci-filling.ts';
import { ownChoices, type CiHost, type CiSubject } from './ci-subject.ts';
import { templateFiles } from '../template-files.ts';
import { withMark } from './written-mark.ts';

export function ciFiles(ciHost: CiHost, subject: CiSubject): FileTexts {
  if (ciHost === 'none') return {};
  const filling = ciFilling(subject);
  return {
    ...marked(filledFiles(ciHost, filling), commandFor(ciHost, subject)),
    // Every host has these, so no host's own command is in them.
    ...marked(filledFiles('common', filling), 'gitcast init --ci HOST'),
  };
}

/** The files of a folder of templates/ci/. */
export function filledFiles(folder: string, filling: Filling): Readonly<Record<string, string>> {
  const templates = Object.entries(templateFiles(`ci/${folder}`));
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
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, withMark(path, text, command)]));

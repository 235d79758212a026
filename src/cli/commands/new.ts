import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { place, slugify } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { defineCommand } from '../command.ts';
import { findFileKind, type FileKind } from '../find-kind.ts';
import { loadConfig } from '../load-config.ts';
import { shownFrom } from '../repository.ts';
import { starterFile } from '../starter-file.ts';
import { writeFiles } from '../write-files.ts';

export const newDocument = defineCommand({
  arguments: [
    { name: 'KIND', required: true, about: 'What it is: event, place, article, page … (gitcast explain lists them)' },
    { name: 'SLUG', about: 'The name of the file without its ending, in folders if you like' },
  ],
  options: { force: { about: 'Overwrite a file that is there' } },
  examples: [
    { line: 'gitcast new event opening-night', about: 'An event' },
    { line: 'gitcast new article news/getting-there', about: 'An article in a folder' },
  ],
  run({ context: { cwd, env }, arguments: [word = '', given], options }) {
    const kind = findFileKind(word);
    const config = loadConfig({ configFile: options.config, cwd, env });
    const folder = join(config.root, config.content);
    const slug = slugFor(kind, given);
    const path = pathOf(kind, slug);
    const taken = [path, path.replace(/\.md$/, '.yaml')].find((candidate) => existsSync(join(folder, candidate)));
    if (taken !== undefined && !options.force) {
      throw new UserError(`${shownFrom(cwd, join(folder, taken))} is there already`, {
        suggestion: 'choose another name, or overwrite it with --force',
      });
    }
    writeFiles(folder, { [path]: starterFile(kind, { slug, timezone: config.site.timezone }) });
    const file = shownFrom(cwd, join(folder, path));
    return {
      exitCode: 0,
      json: { file },
      human: ({ colours, quiet }) => (quiet ? '' : `${colours.green('✓')} wrote ${colours.bold(file)}\n`),
    };
  },
});

/** The broadcast is a single file, so it needs no name. An address or a file name is as good as a slug. */
function slugFor(kind: FileKind, given: string | undefined): string {
  if (kind.single && given !== undefined && given !== kind.name) {
    throw new UserError(`there is one ${kind.name} only, ${kind.folder}, and it takes no name`, {
      suggestion: `gitcast new ${kind.name}`,
    });
  }
  if (kind.single) return kind.name;
  if (given === undefined) {
    throw new UserError('new needs SLUG: the name of the file without its ending', {
      suggestion: `gitcast new ${kind.name} a-name`,
    });
  }
  return given.replace(new RegExp(`^${kind.folder}/`), '').replace(/\.(?:yaml|md)$/, '');
}

function pathOf(kind: FileKind, slug: string): string {
  if (kind.single) return kind.folder;
  const path = `${kind.folder}/${slug}${kind.body === undefined ? '.yaml' : '.md'}`;
  if (place(path).type === 'document') return path;
  // What leads elsewhere (`..`) is no name that could be spelt better.
  const names = slug.split('/').filter((part) => /[^.]/.test(part));
  throw new UserError(`${slug} cannot be an address: it takes lower-case letters, digits and hyphens, at most 96`, {
    suggestion: `gitcast new ${kind.name} ${names.map(slugify).join('/') || 'a-name'}`,
  });
}

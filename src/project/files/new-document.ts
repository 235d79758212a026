import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { place, slugify } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { fileKinds } from '../../kinds/registry.ts';
import { defineCall } from '../calls/call.ts';
import { flag, needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { configOf } from '../../repository/load-config.ts';
import { findFileKind, kind, type FileKind } from './find-kind.ts';
import { shownFrom } from '../../repository/repository.ts';
import { starterFile } from './starter-file.ts';
import { writeFiles } from '../../machine/write-files.ts';

const newDocumentOptions = {
  kind: needed({ ...kind('A kind of document, such as event, place or article'), flag: null }),
  slug: unwritten('The file name without its extension; may contain folders. The broadcast takes none'),
  force: flag('Overwrite an existing file'),
};

/** The options of `newDocument`. */
export interface NewDocumentOptions extends OptionsOf<typeof newDocumentOptions> {}

/** Writes a commented starter file for a kind. */
export const newDocument = defineCall(
  newDocumentOptions,
  async (
    outside,
    { kind: name, slug: given, force = false }: NewDocumentOptions,
  ): Promise<{ readonly file: string }> => {
    const kind = fileKinds.find((each) => each.name === name) ?? findFileKind(name);
    const config = configOf(outside);
    const folder = join(config.root, config.content);
    const slug = slugFor(kind, given);
    const path = pathOf(kind, slug);
    const shown = (file: string): string => shownFrom(outside.folder, join(folder, file));
    const taken = [path, path.replace(/\.md$/, '.yaml')].find((candidate) => existsSync(join(folder, candidate)));
    if (taken !== undefined && !force) {
      throw new UserError(`${shown(taken)} already exists`, {
        suggestion: 'choose another name, or overwrite it with --force',
      });
    }
    await writeFiles(config.root, {
      [join(config.content, path)]: starterFile(kind, { slug, timezone: config.site.timezone }),
    });
    return { file: shown(path) };
  },
);

/** The broadcast is a single file, so it needs no name. An address or a file name works as well as a slug. */
function slugFor(kind: FileKind, given: string | undefined): string {
  if (kind.single && given !== undefined && given !== kind.name) {
    throw new UserError(`there is only one ${kind.name}, ${kind.folder}, and it takes no name`, {
      suggestion: `gitcast new ${kind.name}`,
    });
  }
  if (kind.single) return kind.name;
  if (given === undefined) {
    throw new UserError('new needs SLUG: the file name without its extension', {
      suggestion: `gitcast new ${kind.name} a-name`,
    });
  }
  return given.replace(new RegExp(`^${kind.folder}/`), '').replace(/\.(?:yaml|md)$/, '');
}

function pathOf(kind: FileKind, slug: string): string {
  if (kind.single) return kind.folder;
  const path = `${kind.folder}/${slug}${kind.body === undefined ? '.yaml' : '.md'}`;
  if (place(path).type === 'document') return path;
  // A path that leads elsewhere (`..`) cannot be turned into a name.
  const names = slug.split('/').filter((part) => /[^.]/.test(part));
  throw new UserError(`${slug} cannot be an address: use lower-case letters, digits and hyphens, at most 96`, {
    suggestion: `gitcast new ${kind.name} ${names.map(slugify).join('/') || 'a-name'}`,
  });
}

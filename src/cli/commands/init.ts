import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { defineCommand } from '../command.ts';
import { shownFrom } from '../repository.ts';
import { starterFiles } from '../starter.ts';
import { initText } from '../views/init.ts';
import { writeFiles } from '../write-files.ts';

export const init = defineCommand({
  arguments: [{ name: 'DIR', about: 'The folder to start in; this one when it is left out' }],
  options: { force: { about: 'Overwrite files that are there' } },
  examples: [
    { line: 'gitcast init my-festival', about: 'Starts a repository in the folder my-festival' },
    { line: 'gitcast init', about: 'Starts one here' },
  ],
  run({ context: { cwd }, arguments: [dir = '.'], options }) {
    const folder = resolve(cwd, dir);
    const files = starterFiles();
    const paths = Object.keys(files);
    const taken = paths.filter((path) => existsSync(join(folder, path)));
    if (taken.length > 0 && !options.force) {
      throw new UserError(`nothing was written, for these files are there already: ${taken.join(', ')}`, {
        suggestion: 'start in another folder, or overwrite them with --force',
      });
    }
    writeFiles(folder, files);
    const written = paths.map((path) => shownFrom(cwd, join(folder, path)));
    return {
      exitCode: 0,
      json: { files: written },
      human: (style) => initText({ folder: shownFrom(cwd, folder), paths }, style),
    };
  },
});

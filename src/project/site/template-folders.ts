import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';
import { diskFolder, type TemplateFolder } from '../../render/templates/template-folder.ts';
import { shownFrom } from '../files/repository.ts';

/** The default theme, which comes with the package. */
const DEFAULT_TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));

export const ownTemplates = ({ root }: Config): string => join(root, 'templates');

/** The user's templates first, then the default theme. */
export const templateFolders = (config: Config, cwd: string): readonly TemplateFolder[] => [
  diskFolder(ownTemplates(config), shownFrom(cwd, ownTemplates(config))),
  diskFolder(DEFAULT_TEMPLATES),
];

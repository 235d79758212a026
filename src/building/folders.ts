import { TEMPLATES } from '../machine/program.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { yaml } from '../machine/packages.ts';
import { UserError } from '../diagnostics/errors.ts';
import { isInside, linkOutOf, realPath } from '../machine/symbolic-links.ts';
import { diskCache, type VariantCache } from '../render/images/variant-cache.ts';
import { diskFolder, type TemplateFolder } from '../render/templates/template-folder.ts';
import type { BaseLook } from '../render/theme/look.ts';
import type { ThemeSettings } from '../render/theme/theme-css.ts';
import { shownFrom } from '../repository/project-paths.ts';

export const ownTemplates = ({ root }: Config): string => join(root, 'templates');

/** The templates that several broadcasts share, the highest first. */
export const sharedTemplates = ({ sharedFolders }: Config): readonly string[] =>
  sharedFolders.map((folder) => join(folder, 'templates')).toReversed();

/** The user's templates first, then those that the broadcast shares with others, then the look, then the default theme. */
export function templateFolders(config: Config, cwd: string): readonly TemplateFolder[] {
  const folder = (path: string): TemplateFolder => ({
    ...diskFolder(path, shownFrom(cwd, path)),
    // In a checkout of gitcast, they are the default theme itself.
    isOwn: realPath(path) !== TEMPLATES,
  });
  return [
    ...[ownTemplates(config), ...sharedTemplates(config)].map(folder),
    ...themeFolders(config).map((path) => diskFolder(path)),
  ];
}

/** The folder of the look that `site.theme` names. The standard look is the default theme itself. */
const lookFolder = ({ site: { theme } }: Config): readonly string[] =>
  theme === 'standard' ? [] : [join(TEMPLATES, 'themes', theme)];

/** The folders of the package that the site is rendered with, the look first. */
export const themeFolders = (config: Config): readonly string[] => [...lookFolder(config), TEMPLATES];

/** The site's own choices for its look. The broadcast's theme is between the look and the other choices. */
export function siteLook(config: Config): ThemeSettings {
  const { fonts, light, dark } = config.site;
  const [folder] = lookFolder(config);
  const base =
    folder === undefined ? undefined : (yaml().parse(readFileSync(join(folder, 'theme.yaml'), 'utf8')) as BaseLook);
  return { base, fonts, schemes: { light, dark } };
}

/** Keeps pictures that took long to make. */
export const pictureCache = ({ root }: Config): VariantCache => diskCache(join(root, '.gitcast', 'cache', 'images'));

/** The folder that the site is written to. It must not overlap with the folders that it is built from. */
export function outputFolder(config: Config, cwd: string, out: string | undefined): string {
  const folder = out === undefined ? join(config.root, config.output) : resolve(cwd, out);
  const refused = (reason: string, suggestion: string): UserError =>
    new UserError(`the site cannot be written to ${shownFrom(cwd, folder) || '.'}: ${reason}`, { suggestion });
  const file = fileOnTheWay(folder);
  if (file !== undefined) {
    const which = file === folder ? 'that' : shownFrom(cwd, file);
    throw refused(`${which} is a file`, 'pass a folder with --out, or move the file away');
  }
  // A path that a person types is intended; one that came with a repository may be anyone's.
  const link = out === undefined ? linkOutOf(config.root, config.output) : undefined;
  if (link !== undefined) {
    throw refused(
      'that is a symbolic link out of the project',
      `delete the link ${shownFrom(cwd, link)}, or pass the folder that it points to with --out`,
    );
  }
  const inTheWay = ownFolders(config).find((own) => isInside(own, folder) || isInside(folder, own));
  if (inTheWay === undefined) return folder;
  const relation = isInside(inTheWay, folder) ? 'contains' : 'is inside';
  throw refused(`that ${relation} ${shownFrom(cwd, inTheWay)}`, 'pass a separate folder with --out, such as dist');
}

/** The file that a folder, or one above it, would have to replace. */
function fileOnTheWay(folder: string): string | undefined {
  const above = dirname(folder);
  if (!existsSync(folder)) return above === folder ? undefined : fileOnTheWay(above);
  return statSync(folder).isDirectory() ? undefined : folder;
}

/** The content and its overlays, templates, shared folders, and the folders of git and gitcast. */
export function ownFolders({ root, content, sharedFolders }: Config): readonly string[] {
  const shared = join(root, content);
  const beside = existsSync(dirname(shared)) ? readdirSync(dirname(shared)) : [];
  const overlays = beside.filter((name) => name.startsWith(`${basename(shared)}.`));
  return [
    shared,
    ...overlays.map((name) => join(dirname(shared), name)),
    ...sharedFolders,
    ...['templates', '.git', '.gitcast'].map((name) => join(root, name)),
  ];
}

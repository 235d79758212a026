/** Where sites are published, and whose they are: no site may replace another one, or the files that it is built from. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config, PublishTo, PublishToFolder } from '../../config/config.ts';
import { assertNever, UserError } from '../../diagnostics/errors.ts';
import { isOtherOwner, type Owner } from '../../publish/publication.ts';
import { topAbove } from '../../machine/git-folder.ts';
import { shownFrom } from '../../repository/repository.ts';
import { ownFolders } from '../../building/folders.ts';
import { isInside, realPath } from '../../machine/symbolic-links.ts';
import { folderName, workspaceAbove } from '../../repository/workspace-file.ts';

/** Two copied configurations differ in their folder or in the address of the site. */
export function ownerOf({ root, site: { url } }: Config): Owner {
  const here = realpathSync(root);
  const top = workspaceAbove(here, here)?.root ?? topAbove(here);
  return {
    ...(top !== undefined && { folder: folderName(top, here).normalize('NFC') }),
    ...(url !== undefined && { url: url.replace(/^https?:\/\//i, '').replace(/\/+$/, '') }),
  };
}

interface OwnerCheck {
  readonly where: string;
  readonly takeOver: boolean;
}

export function refuseOtherOwner(there: Owner | undefined, ours: Owner, { where, takeOver }: OwnerCheck): void {
  if (takeOver || !there || !isOtherOwner(there, ours)) return;
  throw new UserError(`${where} shows the site of ${inWords(there)}, and this is ${inWords(ours)}`, {
    suggestion:
      'publish to another place; if the configuration was moved or its site has a new address, add --take-over',
  });
}

function inWords({ folder, url }: Owner): string {
  const place = folder === '.' ? 'the root of the repository' : folder;
  return [place, url].filter((part) => part !== undefined).join(' at ') || 'another configuration';
}

/** One spelling for equal places. */
export function placesOf({ root }: Config, to: PublishTo): readonly string[] {
  switch (to.to) {
    case 'folder': {
      const path = realPath(resolve(root, to.path));
      return [...new Set([path, resolve(path, to.link)])];
    }
    case 'ssh': {
      const server = `${to.host.toLowerCase()}${to.port === undefined ? '' : `:${to.port}`}`;
      return [to.path, resolve(to.path, to.link)].map((path) => `${server}:${path}`);
    }
    case 'git':
      return [
        `the branch ${to.branch}${to.remote === undefined ? '' : ` on ${to.remote}`} of ${topAbove(realPath(root)) ?? '.'}`,
      ];
    default:
      return assertNever(to);
  }
}

/** The releases of a site would become content, templates or part of the next build. */
export function refuseSources(config: Config, to: PublishToFolder, cwd: string): void {
  const path = resolve(config.root, to.path);
  const own = [...ownFolders(config), resolve(config.root, config.output)];
  const inTheWay = isInside(config.root, path)
    ? config.root
    : own.find((folder) => [path, resolve(path, to.link)].some((each) => isInside(each, folder)));
  if (inTheWay === undefined) return;
  const relation = inTheWay === config.root ? 'contains the sources' : `is inside ${shownFrom(cwd, inTheWay)}`;
  throw new UserError(`\`publish.${to.name}.path\` is ${to.path}, which ${relation}`, {
    suggestion: 'set it to a folder that is only for the published site, such as /srv/festival',
  });
}

/**
 * Looks at the broadcasts of a workspace before the first of them is published, and returns those that have no such host.
 * Throws if none has, or if two would publish to the same place.
 */
export async function publishing(
  projects: ReadonlyMap<string, { readonly config: () => Promise<Config> }>,
  name: string | undefined,
): Promise<readonly string[]> {
  const without: string[] = [];
  const places = new Map<string, string>();
  for (const [folder, project] of projects) {
    const config = await project.config().catch(() => undefined);
    // The error is part of its result.
    if (!config) continue;
    const hosts = Object.values(config.publish);
    const chosen = name === undefined && hosts.length === 1 ? hosts : hosts.filter((host) => host.name === name);
    if (hosts.length === 0 || (name !== undefined && chosen.length === 0)) without.push(folder);
    for (const place of chosen.flatMap((host) => placesOf(config, host))) {
      const other = places.get(place);
      if (other !== undefined) throw samePlace([other, folder], place);
      places.set(place, folder);
    }
  }
  if (name !== undefined && without.length === projects.size) throw noSuchHost(name);
  return without;
}

const noSuchHost = (name: string): UserError =>
  new UserError(`no broadcast of the workspace has \`publish.${name}\` in its configuration`, {
    suggestion: `check the name, or leave it out if each broadcast has one host`,
  });

const samePlace = ([one, other]: readonly [string, string], place: string): UserError =>
  new UserError(`${one} and ${other} publish to the same place, ${place}, so one site would replace the other`, {
    suggestion: `give each its own place under \`publish:\` in its configuration`,
  });

/** Deletes documents, folders and media files, once a person has seen what names them. */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { gitWorkTree } from '../../git/work-tree.ts';
import { mayHaveAliases } from '../../model/aliases.ts';
import { asPagePath, namesLocale, pageAddress, STANDARD_PATHS } from '../../model/site-paths.ts';
import { siteUrlOf } from '../../repository/project-paths.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, needed, text, type OptionsOf } from '../calls/option.ts';
import { addresses, approve } from '../calls/shared-options.ts';
import { makeChange, type ContentChangeReport } from './make-change.ts';
import { removalOf, type ContentChange } from './content-change.ts';
import { allReadings, findNamed, kindAt, type Surroundings } from './named-content.ts';
import type { OwnContent } from './own-layers.ts';
import type { PlannedChange } from './plan-change.ts';

const removeOptions = {
  addresses: needed({
    ...addresses('Addresses or paths of documents, folders and media files; * matches anything'),
    flag: null,
  }),
  approve: approve<ContentChangeReport>(),
  redirectTo: text('ADDRESS|PATH', 'Lead its former address to this document, or to this path of the site', {
    completes: 'addresses',
  }),
  unlink: flag('Also take optional pointers to it out of other files'),
  dryRun: flag('Show what would be deleted and what points to it, and write nothing'),
  force: flag('Also delete files with uncommitted changes'),
};

/** The options of `remove`. */
export interface RemoveOptions extends OptionsOf<typeof removeOptions> {}

/** Deletes documents, folders or media files. Nothing is deleted that something else requires. */
export const remove = defineCall(
  removeOptions,
  async (outside, options: RemoveOptions): Promise<Reported<ContentChangeReport>> => {
    const { redirectTo: to, unlink, dryRun, force } = options;
    return makeChange(outside, {
      change: (content) => removalOf(options.addresses, content),
      redirect: false,
      redirectTo: to === undefined ? undefined : (content, change) => redirectTarget(to, content, change),
      unlink,
      dryRun,
      remedy: unlink
        ? 'change these places first'
        : 'change these places first, or take out the pointers that are optional with --unlink',
      judge: async (planned, content, config) => {
        if (!dryRun && !force) await refuseUncommitted(planned, content, config);
        if (to === undefined) return notesWithoutRedirect(planned, content);
        const [redirected] = planned.redirects;
        if (redirected?.to.startsWith('/')) await refuseNowhere(redirected.to, planned, config, outside.now());
        const isMedia = redirected?.to.startsWith('/media/');
        const isLeft = planned.files.some(
          (each) => each.to === undefined && each.from.startsWith('media/') !== isMedia,
        );
        return isLeft ? ['a picture cannot lead to a page, nor a page to a picture: these lead nowhere'] : [];
      },
      approve: options.approve,
    });
  },
);

function notesWithoutRedirect({ files, deadEntries }: PlannedChange, content: OwnContent): readonly string[] {
  const gone = new Set(files.filter(({ to }) => to === undefined).map(({ from }) => from));
  const hasPage = allReadings(content).some(
    ({ path, document }) => document && gone.has(path) && mayHaveAliases(document.declaration),
  );
  return [
    ...(hasPage ? ['links to its page will lead nowhere: --redirect-to ADDRESS would keep them'] : []),
    ...deadEntries.map(
      ([from, to]) => `\`${from}: ${to}\` in site.redirects will lead nowhere: remove it or change where it leads`,
    ),
  ];
}

/** The address of a document, or a path of the site, also of a media file. */
function redirectTarget(to: string, content: Surroundings, { addresses: gone, paths }: ContentChange): string {
  if (/^\/[^#]*\?/.test(to))
    throw new UserError(`${to} has a query, and the pages of a site have none`, {
      suggestion: `lead to ${to.replace(/\?[^#]*/, '')}`,
    });
  const documents = allReadings(content).flatMap(({ document }) => document ?? []);
  const named = to.startsWith('/') ? undefined : findNamed(to, content);
  const document = documents.find(({ address, declaration, data }) => {
    if (named) return named.type === 'document' && named.path === address;
    const slug = typeof data['$slug'] === 'string' ? data['$slug'] : undefined;
    return declaration.page && `/${pageAddress(declaration, address, slug)}/` === asPagePath(to);
  });
  if (named?.type === 'folder') {
    throw new UserError(`${to} is a folder, and a redirect leads to one page`, {
      suggestion: 'give the address of a document in it, or a path such as /program/',
    });
  }
  if (document ? gone.has(document.address) : paths.has(named?.path ?? to.slice(1)))
    throw new UserError(`${to} is removed too, so nothing can lead there`, { suggestion: 'choose another one' });
  if (document && !mayHaveAliases(document.declaration)) {
    throw new UserError(`${document.address} has no page, so nothing can lead there`, {
      suggestion: `choose a document that is not a ${kindAt(document.address)}`,
    });
  }
  return document?.address ?? (named ? `/${named.path}` : to);
}

/** Only the pages of the whole site show whether something is at a path that no document has. */
async function refuseNowhere(to: string, { readFor, table }: PlannedChange, config: Config, now: Date): Promise<void> {
  const { openSite } = await import('../../site/site.ts');
  const { pagesOf } = await import('../../site/pages.ts');
  const { defaultTarget: target, site: settings } = config;
  const site = openSite({ broadcast: readFor(target), now: now.getTime(), url: siteUrlOf(config, target), settings });
  const path = asPagePath(to.replace(/#.*$/, ''));
  const own = namesLocale(path, settings.locales) ? path.replace(/^\/[^/]+/, '') : path;
  const isThere =
    STANDARD_PATHS.has(own) ||
    readFor(target).media.has(path.slice(1)) ||
    Object.keys(table).some((from) => asPagePath(from) === path) ||
    pagesOf(site).pages.some(({ page }) => page === own);
  if (isThere) return;
  throw new UserError(`nothing is at ${to} on the site, so nothing can lead there`, {
    suggestion: 'give the address of a document, or a path such as /program/',
  });
}

/** Git cannot bring back what is in no commit. */
async function refuseUncommitted({ files }: PlannedChange, { own }: OwnContent, config: Config): Promise<void> {
  for (const { folder, prefix } of own) {
    const isUncommitted = await gitWorkTree(folder, config.programEnvironment()).uncommitted();
    const changed = files.find(
      ({ layer, from, to }) => layer.folder === folder && to === undefined && isUncommitted(from),
    );
    if (!changed) continue;
    throw new UserError(`${prefix}${changed.from} has changes that are in no commit, so git could not bring it back`, {
      suggestion: 'commit it first, or delete it anyway with --force',
    });
  }
}

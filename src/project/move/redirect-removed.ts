/** Where the addresses of removed documents and files lead from now on. */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { mayHaveAliases, readAlias } from '../../model/aliases.ts';
import type { Entity } from '../../model/broadcast.ts';
import { asPagePath, entityPath, localePath, namesLocale } from '../../model/site-paths.ts';
import { formerPage } from '../../site/redirect-table.ts';
import type { Outside } from '../outside.ts';
import { redirectTableChange } from './config-redirects.ts';
import { findNamed, kindAt } from './named-content.ts';
import type { OwnContent } from './own-layers.ts';
import type { FileChange } from './changed-files.ts';
import { aliasesIn, namesOf, type Redirected } from './redirects.ts';
import type { Removal } from './what-goes.ts';

interface Removing {
  readonly content: OwnContent;
  readonly removal: Removal;
  readonly entities: readonly Entity[];
  readonly outside: Outside;
  readonly config: Config;
}

interface RemovedRedirects {
  /** Of the configuration. */
  readonly changes: readonly FileChange[];
  readonly redirects: readonly Redirected[];
  readonly notes: readonly string[];
}

/** `to`: the address of a document, a media file, or a path of the site. */
export function redirectsTo(to: string, removing: Removing): RemovedRedirects {
  const target = targetOf(to, removing);
  const { removal } = removing;
  const gone = new Map(
    removing.entities.filter(({ address }) => removal.addresses.has(address)).map((each) => [each.address, each]),
  );
  const former = [...gone.values()].filter(({ document }) => mayHaveAliases(document.declaration));
  if (target.type === 'document') {
    const names = former.flatMap(({ address, document }) => [
      ...namesOf(document.data, document.declaration)(address),
      ...aliasesIn(document.data),
    ]);
    const notes =
      removal.media.size > 0 ? ['a picture cannot lead to a page: the paths of media files lead nowhere'] : [];
    // Not as an alias: the object of the removed document is not that of the other one.
    const moved = [...new Set(names)].map((from) => ({ from, to: target.address }));
    return { ...inTable(moved, removing), notes };
  }
  const { locales } = removing.config.site;
  const moved =
    target.type === 'media'
      ? [...removal.media].map((name) => ({ from: `/${name}`, to: `/${target.name}` }))
      : former
          .flatMap((entity) => formerPaths(entity, locales))
          .map(({ from, locale }) => ({ from, to: localePath(target.path, locale, locales) }));
  return { ...inTable(moved, removing), notes: [] };
}

/** The paths of its page in every language, and those that it had before. */
function formerPaths(
  entity: Entity,
  locales: readonly Locale[],
): readonly { readonly from: string; readonly locale: Locale }[] {
  const { declaration, data } = entity.document;
  const aliases = aliasesIn(data).map((alias) => readAlias(alias));
  const pages = [
    declaration.page ? entityPath(entity) : formerPage(declaration, entity.address),
    ...aliases.flatMap((alias) => (alias.type === 'address' ? [formerPage(alias.kind, alias.address)] : [])),
  ];
  const paths = aliases.flatMap((alias) => (alias.type === 'path' ? [alias.path] : []));
  return [
    ...pages.flatMap((page) => locales.map((locale) => ({ from: localePath(page, locale, locales), locale }))),
    ...paths.map((from) => ({ from, locale: locales.find((each) => namesLocale(from, ['', each])) ?? locales[0]! })),
  ];
}

function inTable(
  moved: readonly Redirected[],
  { outside, config }: Removing,
): Pick<RemovedRedirects, 'changes' | 'redirects'> {
  const before = config.site.redirects;
  const after = { ...before, ...Object.fromEntries(moved.map(({ from, to }) => [from, to])) };
  const change = redirectTableChange(outside, before, after);
  if (change === 'no-file') {
    throw new UserError(`redirects are in the configuration, and there is no ${config.file}`, {
      suggestion: 'create it and try again',
    });
  }
  return { changes: change ? [change] : [], redirects: moved };
}

type Target =
  | { readonly type: 'document'; readonly address: string }
  | { readonly type: 'media'; readonly name: string }
  | { readonly type: 'path'; readonly path: string };

function targetOf(to: string, { content, removal, entities, outside }: Removing): Target {
  if (to.startsWith('/')) {
    const page = entities.find((each) => each.document.declaration.page && entityPath(each) === asPagePath(to));
    return page ? documentTarget(page.address, { content, removal }) : { type: 'path', path: to };
  }
  const named = findNamed(to, { ...content, cwd: outside.folder });
  if (named.type === 'folder') {
    throw new UserError(`${to} is a folder, and a redirect leads to one page`, {
      suggestion: 'give the address of a document in it, or a path such as /program/',
    });
  }
  if (named.type === 'document') return documentTarget(named.path, { content, removal });
  if (removal.media.has(named.path)) throw itself(to);
  return { type: 'media', name: named.path };
}

function documentTarget(address: string, { content, removal }: Pick<Removing, 'content' | 'removal'>): Target {
  if (removal.addresses.has(address)) throw itself(address);
  const own = content.own.flatMap(({ readings }) => readings.flatMap(({ document }) => document ?? []));
  const document = own.find((each) => each.address === address);
  if (document && mayHaveAliases(document.declaration)) return { type: 'document', address };
  throw new UserError(
    document ? `${address} has no page, so nothing can lead there` : `${address} is shared with other broadcasts`,
    {
      suggestion: document
        ? `choose a document that is not a ${kindAt(address)}`
        : 'choose a document of this broadcast',
    },
  );
}

const itself = (name: string): UserError =>
  new UserError(`${name} is removed too, so nothing can lead there`, { suggestion: 'choose another one' });

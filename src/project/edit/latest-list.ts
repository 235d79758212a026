/** The list of documents as it is now: their states, with what git and the site know of them. */
import { relative, sep } from 'node:path';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { listDocuments } from '../../editing/document-list.ts';
import { gitWorkTree } from '../../git/work-tree.ts';
import type { Editing } from './editing.ts';

type Rows = ReturnType<typeof listDocuments>;

/** How long a commit may not show in the list, in milliseconds: it changes no file. */
const FRESH = 2_000;

/** The whole list is made again when something changed, not for every letter that somebody types. */
export function latestList(editing: Editing): () => Promise<Rows> {
  const { live, outside } = editing;
  let made: { readonly rows: Promise<Rows>; readonly documents: unknown; readonly revision: number } | undefined;
  let at = 0;
  return () => {
    const { revision } = live;
    const { documents } = live.engine.content;
    const now = outside.clock.now();
    if (made?.documents !== documents || made.revision !== revision || now - at > FRESH) {
      made = { rows: rowsNow(editing), documents, revision };
      at = now;
    }
    return made.rows;
  };
}

async function rowsNow(editing: Editing): Promise<Rows> {
  const { live, configured } = editing;
  const isUncommitted = await uncommitted(editing);
  const { broadcast, content } = live.engine;
  const pages = live.engine.ownPages();
  return listDocuments({
    documents: content.documents,
    entities: broadcast.entities,
    problems: live.problems,
    locales: broadcast.settings.locales,
    kinds: broadcast.kinds,
    now: live.now,
    prefix: configured().files.shared.prefix,
    isChanged: isUncommitted,
    hrefOf: (address) => pages.get(address),
  });
}

/** Takes names of files as diagnostics show them. Without git, nothing counts as changed. */
export async function uncommitted({ configured, pathOf }: Editing): Promise<(file: string) => boolean> {
  const { root, programEnvironment } = configured().config;
  const isUncommitted = await gitWorkTree(root, programEnvironment())
    .uncommitted()
    .catch(expecting(UserError, () => () => false));
  return (file) => isUncommitted(relative(root, pathOf(file) ?? root).replaceAll(sep, '/'));
}

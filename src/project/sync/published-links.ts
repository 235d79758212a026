/**
 * The website and the service are published separately. A sync that sends the address of a page or file which the website does not
 * have yet would show a dead link or a missing picture in the application, so such a sync can be stopped. Addresses that
 * publishing the current files would not create are not checked: waiting for the website would not help them.
 */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { linksIn } from '../../markdown/links.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { Plan } from '../../plan/plan.ts';
import { localePath, pageFile } from '../../site/links/urls.ts';
import { pagesOf } from '../../site/pages.ts';
import { openSite } from '../../site/site.ts';
import { addressOf } from '../../publish/verify-site.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { Json } from '../../values/json.ts';
import { siteUrlOf } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { readBroadcast } from '../planning/planning.ts';
import { liveFiles } from '../site/live.ts';
import { readManifest } from '../site/manifest.ts';
import { usedMedia } from '../../site/used/used-media.ts';

/** Asks the website itself instead of reading a manifest. */
const LIVE = 'live';

/**
 * Throws if the plan sends an address of the website that is not published yet. `published` is `live`, or a file or web
 * address with the manifest of the published site.
 */
export async function refuseUnpublished(
  plan: Plan,
  published: string,
  config: Config,
  outside: Outside,
): Promise<void> {
  const url = siteUrlOf(config, plan.target);
  const sent = url === undefined ? new Map<string, string>() : sentFiles(plan, url);
  if (url === undefined || sent.size === 0) return;
  const broadcast = await readBroadcast(config, outside.folder, plan.target);
  const expected = filesToPublish(broadcast, url, outside.now().getTime());
  const asked = [...sent.keys()].filter((file) => expected.has(file)).toSorted();
  if (asked.length === 0) return;
  const absent = published === LIVE ? await absentFrom(url, asked, outside) : await absentIn(published, asked, outside);
  if (absent.length === 0) return;
  const shown = absent.slice(0, SHOWN).map((file) => `${addressOf(url, file)} (${sent.get(file)!})`);
  const more = absent.length > SHOWN ? ` and ${absent.length - SHOWN} more` : '';
  const them =
    absent.length === 1 ? '1 address of the website that is' : `${absent.length} addresses of the website that are`;
  throw new UserError(`the sync would send ${them} not published yet: ${shown.join(', ')}${more}`, {
    suggestion: 'publish the website first, then run the sync again',
  });
}

const SHOWN = 5;

/** The files of the website whose addresses are sent, with the first document that sends each. */
function sentFiles({ changes }: Plan, url: string): ReadonlyMap<string, string> {
  const prefix = `${url.replace(/\/$/, '')}/`;
  const sent = new Map<string, string>();
  for (const { address, after } of changes) {
    for (const text of after === undefined ? [] : textsIn(after)) {
      if (!text.includes(prefix)) continue;
      const links = text.startsWith(prefix) && !/\s/.test(text) ? [text] : linksIn(text).map((link) => link.url);
      for (const link of links) {
        const file = link.startsWith(prefix) ? fileOf(link.slice(prefix.length)) : undefined;
        if (file !== undefined && !sent.has(file)) sent.set(file, address);
      }
    }
  }
  return sent;
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* textsIn(each);
}

/** Undefined for an address that gitcast does not write. */
const fileOf = (link: string): string | undefined =>
  ifPossible(() => pageFile(`/${decodeURI(link.replace(/[?#].*$/s, ''))}`));

function filesToPublish(broadcast: Broadcast, url: string, now: number): ReadonlySet<string> {
  const site = openSite({ broadcast, url, now });
  const { locales } = site;
  const pages = pagesOf(site).pages.flatMap(({ page }) =>
    locales.map((locale) => pageFile(localePath(page, locale, locales))),
  );
  return new Set([...pages, ...usedMedia(site).map(({ name }) => name)]);
}

async function absentIn(source: string, files: readonly string[], outside: Outside): Promise<readonly string[]> {
  const manifest = await readManifest(source, outside);
  return files.filter((file) => !Object.hasOwn(manifest.files, file));
}

async function absentFrom(url: string, files: readonly string[], outside: Outside): Promise<readonly string[]> {
  const live = liveFiles(outside);
  try {
    const found = await Promise.all(
      files.map(async (file) => ({ file, answer: await live.ask(addressOf(url, file)) })),
    );
    const unknown = found.find(({ answer }) => answer.type === 'unread');
    if (unknown?.answer.type === 'unread') {
      throw new UserError(
        `cannot find out whether the website has ${addressOf(url, unknown.file)}: ${unknown.answer.reason}`,
        { suggestion: 'check the website in a browser, then run the sync again' },
      );
    }
    return found.filter(({ answer }) => answer.type === 'absent').map(({ file }) => file);
  } finally {
    await live.close();
  }
}

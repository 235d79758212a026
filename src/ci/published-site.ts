/** What `gitcast.json` on a published website says about it. */
import { request } from 'undici';
import type { Config } from '../config/config.ts';
import { SITE_RECORD, siteRecordIn, type SiteRecord } from '../values/site-record.ts';
import { siteUrlOf } from '../repository/repository.ts';
import type { Ci } from './ci.ts';

const TIMEOUT = 10_000;
const MOST_BYTES = 20_000_000;

/** Undefined if it cannot be read. `now` keeps caches from answering. */
export async function publishedSite(
  { now }: Pick<Ci, 'now'>,
  config: Config,
  target = config.defaultTarget,
): Promise<SiteRecord | undefined> {
  const url = siteUrlOf(config, target);
  if (url === undefined) return undefined;
  try {
    const address = `${url.replace(/\/$/, '')}/${SITE_RECORD}?${now().getTime()}`;
    const { statusCode, body, headers } = await request(address, { signal: AbortSignal.timeout(TIMEOUT) });
    const isTooLong = Number(headers['content-length'] ?? 0) > MOST_BYTES;
    if (statusCode === 200 && !isTooLong) return siteRecordIn(await body.text());
    await body.dump();
    return undefined;
  } catch {
    return undefined;
  }
}

/** Nothing on the website changes by itself before a later time. */
export async function isCurrent(ci: Pick<Ci, 'now'>, config: Config, target: string | undefined): Promise<boolean> {
  const published = await publishedSite(ci, config, target);
  return published !== undefined && (published.until === null || Date.parse(published.until) > ci.now().getTime());
}

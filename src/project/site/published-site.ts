/** What `gitcast.json` on a published website says about it. */
import { request } from 'undici';
import type { Config } from '../../config/config.ts';
import { proxyAgent } from '../../remote/http/proxy.ts';
import { siteUrlOf } from '../../repository/repository.ts';
import { SITE_RECORD, siteRecordIn, type SiteRecord } from '../../values/site-record.ts';

const TIMEOUT = 10_000;
const MOST_BYTES = 20_000_000;

/** Undefined if it cannot be read. `now` keeps caches from answering. */
export async function publishedSite(config: Config, target: string, now: Date): Promise<SiteRecord | undefined> {
  const url = siteUrlOf(config, target);
  if (url === undefined) return undefined;
  try {
    const { statusCode, body, headers } = await request(`${url}/${SITE_RECORD}?${now.getTime()}`, {
      signal: AbortSignal.timeout(TIMEOUT),
      dispatcher: proxyAgent(config.environment, { connectTimeout: TIMEOUT }),
    });
    const isTooLong = Number(headers['content-length'] ?? 0) > MOST_BYTES;
    if (statusCode === 200 && !isTooLong) return siteRecordIn(await body.text());
    await body.dump();
    return undefined;
  } catch {
    return undefined;
  }
}

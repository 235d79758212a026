/** Visits everything that `gitcast dev` serves: every linked page, and the requests of its own script. */
import { ask } from '../preview/ask.ts';

const OWN = ['/__gitcast/phone', '/__gitcast/client.js', '/nowhere/', '/__gitcast/nowhere'];
const LINK = /(?:href|src|action|from|import)\s*(?:=|\(|)\s*["']([^"']+)["']/g;
/** The number of pages that are open at the same time. */
const AT_ONCE = 8;

export interface Visit {
  readonly paths: ReadonlySet<string>;
  /** All answers, headers included. */
  readonly answers: readonly string[];
}

/** `until`: the message that the open page has to receive before the visit ends. */
export async function visitDev(base: string, until = /hello/): Promise<Visit> {
  const url = base.replace(/\/$/, '');
  const events = await listenTo(url, until);
  const paths = new Set(['/', ...OWN]);
  const answers: string[] = [];
  const waiting = [...paths];
  while (waiting.length > 0) {
    const some = await Promise.all(
      waiting.splice(0, AT_ONCE).map(async (path) => ({ path, ...(await get(url, path)) })),
    );
    for (const { path, headers, text } of some) {
      answers.push(JSON.stringify(headers), text);
      for (const link of linksIn(text, url + path)) {
        if (!paths.has(link)) waiting.push(link);
        paths.add(link);
      }
    }
  }
  answers.push(...(await steer(url, answers)), await events.end());
  return { paths, answers };
}

const get = (url: string, path: string) => ask(url, path, { headers: { host: new URL(url).host } });

function linksIn(text: string, from: string): readonly string[] {
  return [...text.matchAll(LINK)].flatMap(([, link]) => {
    const found = URL.canParse(link!, from) ? new URL(link!, from) : undefined;
    return found?.origin === new URL(from).origin ? [found.pathname] : [];
  });
}

/** The requests of the bar, except for opening an editor. */
async function steer(url: string, answers: readonly string[]): Promise<readonly string[]> {
  const { host } = new URL(url);
  const token = /data-token="([^"]+)"/.exec(answers.join('\n'))![1]!;
  const headers = { host, origin: url, 'x-gitcast-token': token, 'content-type': 'application/json' };
  const posts = [
    ['/__gitcast/open', { file: 'content/webhooks/none.yaml', line: 1, column: 1 }],
    ['/__gitcast/now', { now: '2027-06-18T20:00:00+02:00' }],
    ['/__gitcast/now', { now: 'whenever' }],
  ] as const;
  const answered: string[] = [];
  for (const [path, body] of posts) {
    answered.push((await ask(url, path, { method: 'POST', headers, body: JSON.stringify(body) })).text);
  }
  return answered;
}

/** The messages that an open page receives. */
async function listenTo(url: string, until: RegExp): Promise<{ readonly end: () => Promise<string> }> {
  const stop = new AbortController();
  const { body } = await fetch(`${url}/__gitcast/events?page=/`, { signal: stop.signal });
  const heard = Promise.withResolvers<void>();
  let told = '';
  const reading = (async () => {
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      told += chunk;
      if (until.test(told)) heard.resolve();
    }
  })().catch(() => undefined);
  return {
    end: async () => {
      await heard.promise;
      stop.abort();
      await reading;
      return told;
    },
  };
}

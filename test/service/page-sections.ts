import type { Running } from '../contract/service.ts';

export const withSecret = ({ service }: Pick<Running, 'service'>): Record<string, string> => ({
  'X-Gitcast-Secret': service.secret,
});

/** The rows of each section that the page shows to somebody who opens it now, as HTML. */
export async function pageSections(
  running: Pick<Running, 'service' | 'url'>,
): Promise<Readonly<Record<string, string>>> {
  const leaving = new AbortController();
  const response = await fetch(`${running.url}/page/events`, { headers: withSecret(running), signal: leaving.signal });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('\n\n')) break;
  }
  leaving.abort();
  const changes = JSON.parse(/^event: everything\ndata: (.*)$/m.exec(text)![1]!) as {
    readonly section: string;
    readonly rows: Readonly<Record<string, string>>;
  }[];
  return Object.fromEntries(changes.map(({ section, rows }) => [section, Object.values(rows).join('\n')]));
}

import { introduction } from './introduction.js';

/** Asks the server to do something. Only pages of this server have the token. */
async function post(path, body) {
  const answer = await fetch(`/__gitcast/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gitcast-token': introduction.token },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return { reason: text.trim() };
  }
}

const GONE = 'The dev server does not respond. Is `gitcast dev` still running?';

/** @param {string | null} local in the time zone of the event; `null` for the real time */
export async function chooseTime(local, say) {
  const { reason } = await post('now', { local }).catch(() => ({ reason: GONE }));
  if (reason !== undefined) say(reason);
}

export async function openInEditor({ file, line = 1, column = 1 }, say) {
  const { opened, reason } = await post('open', { file, line, column }).catch(() => ({ opened: false, reason: GONE }));
  if (opened) return;
  const place = `${file}:${line}`;
  say(reason, { place, isCopied: await copy(place) });
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

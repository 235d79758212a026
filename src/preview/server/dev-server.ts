/**
 * The server of `gitcast dev`: shows a site, notifies open pages of changes, and lets them open files and choose a
 * time.
 */
import { hash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { hostOf, isWildcard, likelyAddress } from '../../machine/network-addresses.ts';
import { qrSvg } from '../../render/qr-svg.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { POLICY_HEADER } from '../../render/assets-policy.ts';
import { contentType } from '../../values/content-type.ts';
import { listen, plain, PRIVATE, type PortWish, type Answer } from '../http/preview-listener.ts';
import type { PreviewSite } from '../preview-site.ts';
import { decoded, targetOf, withQuery } from '../http/site-path.ts';
import type { RemoteError, UserError } from '../../diagnostics/errors.ts';
import { expectedError } from '../../machine/disk-failure.ts';
import type { EditCalls, UploadedFile } from '../../editing/call.ts';
import { followPages, type Live } from './live-updates.ts';
import { openFile, type Environment } from './open-file.ts';
import { ENTRY, isNear, LINK_NEEDED, OWN_PATH, refusalOf, type Network } from './access.ts';
import { Guests } from './guests.ts';
import { inject, PHONE_POLICY, phonePage, scriptTag, type Introduction } from './inject.ts';
import { instantOf, NOT_FOUND } from './page-state.ts';
import { isPicture, PICTURE_POLICY } from './picture.ts';

export const DEV_PORT = 4321;

interface Options {
  readonly site: PreviewSite;
  /** The folder of the project: a page keeps working if a server of the same one follows. */
  readonly folder: string;
  /** Defaults to 4321 or the next free port, on this machine only. */
  readonly port?: PortWish;
  /**
   * The absolute path of a file that may be opened in an editor, by its name in problems and documents: the documents,
   * templates and configuration of this project, and nothing else.
   */
  readonly locate: (file: string) => string | undefined;
  /** The requests of the editor; absent if nothing can be edited. */
  readonly editor?: EditCalls;
  /** A media file of the content folder, by its name. */
  readonly media?: (name: string) => Uint8Array | undefined;
  /** Called whenever a page is in edit mode. */
  readonly onEditing?: () => void;
  readonly env: Environment;
  /** Called with the number of open pages, whenever it changes. */
  readonly onClients?: (count: number) => void;
}

export interface DevServer {
  /** With a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Required for requests that change something; pages of the server have it. */
  readonly token: string;
  /** The number of open pages. */
  readonly clients: number;
  /** A new link for another machine; undefined if none may connect. */
  readonly link: () => string | undefined;
  readonly close: () => Promise<void>;
}

export async function startDevServer(options: Options): Promise<DevServer> {
  const {
    site,
    folder,
    port: wish = { port: DEV_PORT, isNamed: false },
    locate,
    editor = {},
    media = () => undefined,
    onEditing = () => {},
    env,
    onClients = () => {},
  } = options;
  const identity = {
    boot: randomBytes(8).toString('hex'),
    project: hash('sha256', folder),
    token: randomBytes(24).toString('base64url'),
  };
  const { token } = identity;
  const live = followPages(site, identity, onClients);
  let network: Network | undefined;
  try {
    const { port, close } = await listen(wish, (own) => {
      const address = wish.address !== undefined && isWildcard(wish.address) ? likelyAddress() : wish.address;
      network = address === undefined ? undefined : { address, guests: new Guests(own) };
      return answersOf({ site, live, port: own, ...identity, locate, editor, media, onEditing, folder, env, network });
    });
    return {
      link: () => network && linkFor(network, port),
      url: `http://127.0.0.1:${port}/`,
      port,
      token,
      get clients() {
        return live.count();
      },
      close: async () => {
        live.close();
        await close();
      },
    };
  } catch (error) {
    live.close();
    throw error;
  }
}

interface App extends Required<Pick<Options, 'site' | 'locate' | 'editor' | 'media' | 'onEditing' | 'folder' | 'env'>> {
  readonly network: Network | undefined;
  readonly live: Live;
  readonly port: number;
  readonly boot: string;
  readonly project: string;
  readonly token: string;
}

const BROWSER = new URL('../browser/', import.meta.url);
const MOST_BYTES = 16_384;
/** A document may have 1 MiB. */
const MOST_EDITED = 2 ** 21;
const EDIT = 'edit/';

/** The site with one script added, and under `/__gitcast/` what that script needs. */
function answersOf(app: App): Answer {
  const { site, live, boot, project, token } = app;
  const scripts = readdirSync(BROWSER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js'));
  const introduction = (): Introduction => ({
    boot,
    project,
    token,
    revision: site.revision,
    now: site.isNowChosen ? site.now : undefined,
  });
  return (request, sender) => {
    const refusal = refusalOf(request, sender, app);
    if (refusal) return plain(refusal.reason, refusal.status);
    const isHere = isNear(request.headers, sender, app);
    const url = new URL(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (!url.pathname.startsWith(OWN_PATH)) {
      return method === 'GET' ? page(url, site, introduction()) : answer(null, 405, { allow: 'GET, HEAD' });
    }
    const name = url.pathname.slice(OWN_PATH.length);
    switch (`${method} ${name}`) {
      case 'GET events':
        return answer(live.watch(url.searchParams.get('page') ?? '/'), 200, {
          'content-type': 'text/event-stream',
          // An ended stream would leave its connection open, and closing the server would wait for it.
          connection: 'close',
        });
      case 'GET phone':
        return answer(phonePage(introduction()), 200, {
          'content-type': contentType('phone.html'),
          'content-security-policy': PHONE_POLICY,
        });
      case 'GET picture':
        return picture(url.searchParams.get('name') ?? '', app);
      case `GET ${ENTRY}`:
        return enter(request, app);
      case 'POST phone-link':
        return isHere ? phoneLink(app) : plain('Only the computer that runs gitcast dev makes links.', 403);
      case 'POST open':
        if (!isHere) return json({ opened: false, reason: 'Files open on the computer that runs gitcast dev.' });
        return withBody(request, (asked) => open(asked, app));
      case 'POST now':
        return withBody(request, (asked) => chooseNow(asked, site));
      default:
        if (method === 'POST' && name.startsWith(EDIT)) return edit(request, name.slice(EDIT.length), app);
        if (method !== 'GET' || !scripts.includes(name)) return plain('Not found', 404);
        return answer(readFileSync(new URL(name, BROWSER)), 200, { 'content-type': contentType(name) });
    }
  };
}

const answer = (
  body: ReadableStream | string | Uint8Array | null,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response => new Response(body as string | null, { status, headers: { ...PRIVATE, ...headers } });

const json = (value: object, status = 200): Response =>
  answer(JSON.stringify(value), status, { 'content-type': 'application/json' });

/** Passes on the object in a request; what is not JSON is empty. */
async function withBody(
  request: Request,
  act: (asked: JsonObject) => Promise<Response>,
  most = MOST_BYTES,
): Promise<Response> {
  const body = await bodyOf(request, most);
  if (!body) return plain('The request body is too long', 413);
  const asked = ifPossible(() => JSON.parse(body.toString()) as Json);
  return act(isObject(asked) ? asked : {});
}

/** Undefined if there are more bytes than that. The rest is not read. */
async function bodyOf(request: Request, most: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Not cancelled when it is too long, which would close the connection before the answer.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.length;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function page({ pathname, search }: URL, site: PreviewSite, introduction: Introduction): Response {
  const target = targetOf(pathname, (path) => site.file(path) !== undefined);
  if (target.type === 'redirect') return answer(null, 307, { location: target.location + search });
  const moved = site.movedTo(decoded(pathname) ?? pathname);
  if (moved !== undefined) return answer(null, 301, { location: withQuery(moved, search) });
  const path = target.type === 'file' ? target.path : NOT_FOUND;
  const body = site.file(path);
  if (body === undefined) return plain('Not found', 404);
  const status = target.type === 'file' ? 200 : 404;
  const headers = { 'content-type': contentType(path), 'content-security-policy': POLICY_HEADER };
  if (!headers['content-type'].startsWith('text/html')) return answer(body, status, headers);
  const html = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const tag = scriptTag('client.js', { ...introduction, isMissing: status === 404 });
  return answer(inject(html, tag), status, headers);
}

/** A mistake in a request is a sentence; what the project refuses is part of the answer. */
function edit(request: Request, name: string, { editor, onEditing, folder }: App): Response | Promise<Response> {
  const call = Object.hasOwn(editor, name) ? editor[name] : undefined;
  if (!call) return plain('Not found', 404);
  onEditing();
  const answered = async (asked: object): Promise<Response> => {
    try {
      return json(await call.answer(asked, request.headers.get('x-gitcast-tab') ?? ''));
    } catch (error) {
      const expected = expectedError(error);
      if (!expected) throw error;
      // Files are named from the project's folder: the page may be open on a phone.
      return json({ type: 'refused', reason: sentenceOf(expected).replaceAll(folder + sep, '') }, 400);
    }
  };
  return call.mostBytes === undefined
    ? withBody(request, answered, MOST_EDITED)
    : withFile(request, call.mostBytes, answered);
}

async function withFile(request: Request, most: number, act: (asked: object) => Promise<Response>): Promise<Response> {
  const name = new URL(request.url).searchParams.get('name') ?? '';
  const bytes = await bodyOf(request, most);
  const reason = `This file is too large: the limit is ${most / 2 ** 20} MiB.`;
  return bytes ? act({ name, bytes } satisfies UploadedFile) : json({ type: 'refused', reason }, 413);
}

/** A name is one that the content has: it cannot lead elsewhere. */
function picture(name: string, { media }: App): Response {
  const bytes = isPicture(name) ? media(name) : undefined;
  if (!bytes) return plain('Not found', 404);
  return answer(bytes, 200, { 'content-type': contentType(name), 'content-security-policy': PICTURE_POLICY });
}

/** A name at its beginning, such as `script.svg`, is written as it is. */
const sentenceOf = ({ message, suggestion }: UserError | RemoteError): string =>
  `${message.replace(/^[a-z](?=[a-z]*(?:[ ,:]|$))/, (first) => first.toUpperCase())}${suggestion === undefined ? '' : `: ${suggestion}`}.`;

const linkFor = ({ guests, address }: Network, port: number): string =>
  `http://${hostOf(address, port)}${OWN_PATH}${ENTRY}?${guests.invite()}`;

function phoneLink({ network, port }: App): Response {
  if (!network) return json({ reason: 'Start `gitcast dev --host` to open this site on a phone.' }, 400);
  const url = linkFor(network, port);
  return json({ url, code: qrSvg(url, 'The link as a QR code') });
}

/**
 * Exchanges the secret of a link for a cookie. The page leads on by itself: after a redirect, a browser that came from an
 * app or another site would not send the cookie yet. Only a visit uses the secret up, not a program that looks ahead.
 */
function enter({ method, url, headers }: Request, { network }: App): Response {
  const isVisit = method === 'GET' && !headers.has('sec-purpose') && !headers.has('purpose');
  const cookie = isVisit ? network?.guests.admit(new URL(url).search.slice(1)) : undefined;
  if (cookie === undefined) return plain(`This link was used already, or a newer one was made. ${LINK_NEEDED}`, 401);
  return answer(WELCOME, 200, {
    'content-type': contentType('enter.html'),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'set-cookie': cookie,
  });
}

const WELCOME = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=/">
<title>gitcast dev</title>
<p><a href="/">Open the site</a></p>
`;

async function open({ file, line, column }: JsonObject, { locate, env }: App): Promise<Response> {
  const path = typeof file === 'string' ? locate(file) : undefined;
  if (path === undefined) return json({ opened: false, reason: 'This is not a file of this project.' }, 404);
  return json(await openFile({ file: path, line: countedFromOne(line), column: countedFromOne(column) }, env));
}

const countedFromOne = (value: Json | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : 1;

/** `{"local": "2027-06-18T20:30"}` in the time zone of the event, or `{"local": null}` for the real time. */
async function chooseNow({ local }: JsonObject, site: PreviewSite): Promise<Response> {
  const instant = typeof local === 'string' ? instantOf(local, site.timezone) : undefined;
  if (local !== null && instant === undefined) {
    return json({ reason: 'Expected a date and a time such as 2027-06-18T20:30.' }, 400);
  }
  await site.setNow(instant);
  return json({ now: site.now });
}

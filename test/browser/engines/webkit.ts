/**
 * WebKit as Debian has it: MiniBrowser, which WebKitWebDriver starts and drives over HTTP, on a screen that nobody sees. No
 * window is narrower than 447 pixels, so a narrower page is in a frame of its own origin.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../listen.ts';
import { program } from '../../programs.ts';
import { EMPTY_PAGE } from '../host.ts';
import type { Engine, Key, Size, Window } from './engine.ts';

const NARROWEST = 447;
const KEYS: Readonly<Record<Key, string>> = { Enter: '\uE007', Escape: '\uE00C', ArrowDown: '\uE015' };

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

export const webkit: Engine = {
  name: 'WebKit',
  programs: ['WebKitWebDriver', 'Xvfb'],
  async open({ timezone, scheme }) {
    const { screen, display } = await startScreen();
    const env = {
      ...process.env,
      DISPLAY: display,
      TZ: timezone,
      GTK_THEME: scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // A sandbox within a sandbox is refused to root.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    };
    const port = await freePort();
    const driver = spawn(program('WebKitWebDriver'), [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
    const send: Send = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { value } = (await answer.json()) as { value: unknown };
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
      return value;
    };
    const end = async (): Promise<void> => {
      for (const child of [driver, screen]) {
        if (child.exitCode !== null) continue;
        child.kill();
        await once(child, 'close');
      }
    };
    try {
      await untilReady(send, driver);
      const { sessionId } = (await send('POST', '/session', { capabilities: {} })) as { sessionId: string };
      const inSession: Send = (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
      return windowOf(inSession, () => inSession('DELETE', '').then(end, end));
    } catch (error) {
      await end();
      throw error;
    }
  },
};

/** On the first display that is free. */
async function startScreen(): Promise<{ readonly screen: ChildProcess; readonly display: string }> {
  const words = ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'];
  const screen = spawn(program('Xvfb'), words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

async function untilReady(send: Send, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const isReady = await send('GET', '/status').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await setTimeout(50);
  }
  throw new Error('WebKitWebDriver ended before it listened');
}

function windowOf(send: Send, close: () => Promise<void>): Window {
  let frame: Size | undefined;
  const evaluate = async (expression: string): Promise<unknown> => {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => (${expression}))
        .then((value) => done({ value }), (error) => done({ error: String(error) }))`;
    const answer = (await send('POST', '/execute/async', { script, args: [] })) as { value?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  const navigateFrame = async (url: string, size: Size): Promise<void> => {
    const around = new URL(EMPTY_PAGE, url).href;
    await send('POST', '/frame', { id: null });
    if ((await evaluate('location.href')) !== around) await send('POST', '/url', { url: around });
    await evaluate(`new Promise((loaded) => {
      const frame = document.createElement('iframe');
      frame.addEventListener('load', () => loaded());
      Object.assign(frame, { src: ${JSON.stringify(url)}, ...${JSON.stringify(size)} });
      document.body.replaceChildren(frame);
    })`);
    const id = await send('POST', '/element', { using: 'css selector', value: 'iframe' });
    await send('POST', '/frame', { id });
  };
  const act = async (type: 'key' | 'pointer', actions: readonly object[]): Promise<void> =>
    void (await send('POST', '/actions', { actions: [{ type, id: type, actions }] }));
  const press = (keys: readonly string[]): Promise<void> =>
    act(
      'key',
      keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );
  return {
    navigate: async (url) => {
      if (frame) await navigateFrame(url, frame);
      else await send('POST', '/url', { url });
    },
    evaluate,
    click: async (element) => {
      const origin = await send('POST', '/execute/sync', { script: `return (${element})`, args: [] });
      await act('pointer', [
        { type: 'pointerMove', origin, x: 0, y: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    type: (text) => press([...text]),
    press: (key) => press([KEYS[key]]),
    resize: async (size) => {
      frame = size.width < NARROWEST ? size : undefined;
      await send('POST', '/frame', { id: null });
      const bars = (await evaluate('[outerWidth - innerWidth, outerHeight - innerHeight]')) as [number, number];
      const { width, height } = size.width < NARROWEST ? { ...size, width: NARROWEST } : size;
      await send('POST', '/window/rect', { width: width + bars[0], height: height + bars[1] });
    },
    screenshot: async () => Buffer.from((await send('GET', '/screenshot')) as string, 'base64'),
    close,
  };
}

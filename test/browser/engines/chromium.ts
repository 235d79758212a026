import { connectBrowser } from '../browser.ts';
import type { Engine } from './engine.ts';

/** Over the protocol of its developer tools. `before` runs in each page before its own scripts. */
export const chromium = (name: string, before = ''): Engine => ({
  name,
  programs: ['chromium-headless-shell'],
  async open({ timezone, scheme }) {
    const browser = await connectBrowser();
    const context = await browser.newContext({ timezoneId: timezone, colorScheme: scheme, reducedMotion: 'reduce' });
    await context.addInitScript(before);
    const page = await context.newPage();
    return {
      navigate: async (url) => void (await page.goto(url)),
      evaluate: (expression) => page.evaluate(expression),
      click: async (element) => (await page.evaluateHandle(element)).asElement()!.click(),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      resize: (size) => page.setViewportSize(size),
      screenshot: () => page.screenshot(),
      close: () => browser.close(),
    };
  },
});

import { launch } from 'puppeteer-core';
import { program } from '../../programs.ts';
import type { Engine } from './engine.ts';

const LIGHT = 1;
const DARK = 0;

/** Over WebDriver BiDi. It has its time zone and its scheme from its start. */
export const firefox: Engine = {
  name: 'Firefox',
  programs: ['firefox-esr'],
  async open({ timezone, scheme }) {
    const browser = await launch({
      browser: 'firefox',
      executablePath: program('firefox-esr'),
      env: { ...process.env, TZ: timezone },
      extraPrefsFirefox: {
        'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? DARK : LIGHT,
        'ui.prefersReducedMotion': 1,
      },
    });
    const page = await browser.newPage();
    return {
      navigate: async (url) => void (await page.goto(url)),
      evaluate: (expression) => page.evaluate(expression),
      click: async (element) => (await page.evaluateHandle(element)).asElement()!.click(),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      resize: (size) => page.setViewport(size),
      screenshot: () => page.screenshot(),
      close: () => browser.close(),
    };
  },
};

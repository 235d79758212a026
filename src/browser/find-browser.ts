/** Looks for a browser that understands the protocol of Chromium's developer tools. Nothing is ever installed. */
import { isProgram, onPath, program, PROGRAMS, type Program } from '../machine/programs.ts';
import type { Environment } from '../repository/caller.ts';

const VARIABLE = 'CHROME_PATH';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];

const OFF_THE_PATH = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export type FoundBrowser = { readonly file: Program } | { readonly missing: string };

export function findBrowser(env: Environment): FoundBrowser {
  const named = env[VARIABLE];
  if (named !== undefined && named !== '') {
    return isProgram(named)
      ? { file: program('browser', named) }
      : { missing: `${VARIABLE} is ${named}, which is not a program` };
  }
  const file = onPath(NAMES, env) ?? OFF_THE_PATH.find(isProgram);
  if (file !== undefined) return { file: program('browser', file) };
  return { missing: `${PROGRAMS.browser.missing}: ${PROGRAMS.browser.fix}` };
}

/** Looks for a browser that understands the protocol of Chromium's developer tools. Nothing is ever installed. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../../outside.ts';

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

export type FoundBrowser = { readonly file: string } | { readonly missing: string };

export function findBrowser(env: Environment): FoundBrowser {
  const named = env[VARIABLE];
  if (named !== undefined && named !== '') {
    return isProgram(named) ? { file: named } : { missing: `${VARIABLE} is ${named}, which is not a program` };
  }
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  const file = [...onPath, ...OFF_THE_PATH].find(isProgram);
  if (file !== undefined) return { file };
  return { missing: `no Chromium, Chrome or Edge was found: install one, or set ${VARIABLE} to its path` };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

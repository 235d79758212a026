import { describe, expect, it } from 'vitest';
import { searchBrowser } from './find-browser.ts';

const never = (): never => {
  throw new Error('this must not be asked for');
};

describe('without a browser the reason is', () => {
  it('that the configured one does not exist', () => {
    expect(searchBrowser({ named: '/nowhere/chromium', find: never, install: never })).toEqual({
      reason: 'GITCAST_BROWSER names /nowhere/chromium, and there is no such file. Correct or unset it.',
    });
  });

  it('why none could be installed', () => {
    const install = (): string => 'only root may install one';
    expect(searchBrowser({ named: undefined, find: () => undefined, install })).toEqual({
      reason: 'no Chromium was found, and only root may install one. Set GITCAST_BROWSER to the path of one.',
    });
  });
});

it('a browser that was found or installed comes without a reason', () => {
  expect(searchBrowser({ named: process.execPath, find: never, install: never })).toEqual({
    browser: process.execPath,
  });
  expect(searchBrowser({ named: '', find: () => '/a', install: never })).toEqual({ browser: '/a' });
  let there: string | undefined;
  const install = (): undefined => void (there = '/b');
  expect(searchBrowser({ named: undefined, find: () => there, install })).toEqual({ browser: '/b' });
});

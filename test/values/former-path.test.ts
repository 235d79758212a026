import { describe, expect, it } from 'vitest';
import { encodedPath, keyOfPath, readFormerPath } from '../../src/values/former-path.ts';

const pathOf = (written: string): string | undefined => {
  const read = readFormerPath(written);
  return 'path' in read ? read.path : undefined;
};

describe('a former path', () => {
  it.each([
    ['/2019/talks/opening', '/2019/talks/opening/'],
    ['/2019/talks/opening/index.html', '/2019/talks/opening/'],
    ['/2019//talks/opening/', '/2019/talks/opening/'],
    ['/caf%C3%A9/', '/café/'],
    ['/cafe\u0301/', '/café/'],
    ['/feed.xml', '/feed.xml'],
    ['/about.html', '/about.html'],
    ['/v1.2/', '/v1.2/'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
    ['/', '/'],
    ['/index.html', '/'],
  ])('written as %s is %s', (written, path) => {
    expect(pathOf(written)).toBe(path);
  });

  it.each([
    ['talks/opening', 'it does not start with one /'],
    ['//example.org/', 'it does not start with one /'],
    ['/?p=12', 'static hosts do not see what follows the ?'],
    ['/talks/#opening', 'browsers do not send what follows the #'],
    ['/talks/../secret/', '`..` cannot be part of it'],
    ['/talks/%2e%2e/secret/', '`%2e%2e` cannot be part of it'],
    ['/talks/%2Fetc/', '`%2Fetc` cannot be part of it'],
    ['/.git/config', '`.git` cannot be part of it'],
    ['/2019/GIT~1/', '`GIT~1` cannot be part of it'],
    ['/.gitcast/x', '`.gitcast` is hidden, and hosts serve no hidden files'],
    ['/2019/%2Ehtpasswd', '`%2Ehtpasswd` is hidden, and hosts serve no hidden files'],
    ['/100%/', '`100%` is not a valid percent-encoding'],
    ['/a\\b/', 'it has a character that no path of a page has'],
    ['/\ud800/', 'it has a character that no path of a page has'],
    ['/a/\n', 'it has a character that no path of a page has'],
    ['/assets/site.css', '/assets/ has only files whose names change with them'],
    ['/Assets/', '/assets/ has only files whose names change with them'],
    [`/${'é'.repeat(128)}/`, 'a part of it is longer than file systems allow'],
  ])('cannot be %j: %s', (written, problem) => {
    expect(readFormerPath(written)).toEqual({ problem });
  });

  it.each([
    ['/mix/\u00e9o\u0308/', '/mix/\u00e9\u00f6/'],
    ['/viet/Bi\u00ea\u0301n', '/viet/Bi\u1ebfn/'],
    ['/%E2%84%AB/index.html', '/\u00c5/'],
  ])('written as %s is %s', (written, path) => {
    expect(readFormerPath(written)).toEqual({ path });
  });

  it('has at most 1,500 bytes', () => {
    const path = `${`/${'a'.repeat(200)}`.repeat(7)}/${'é'.repeat(45)}a/`;
    expect(pathOf(path)).toBe(path);
    expect(readFormerPath(`/b${path}`)).toEqual({
      problem: 'it is longer than 1,500 bytes, too long for a file of the site',
    });
  });

  it('is the same in upper case, because it is on some file systems', () => {
    expect(keyOfPath('/Talks/CAFE\u0301/')).toBe(keyOfPath('/talks/café/'));
  });

  it('is encoded so that no host takes a part of it for a pattern', () => {
    expect(encodedPath('/café (2019)/a*b:c/')).toBe('/caf%C3%A9%20%282019%29/a%2Ab%3Ac/');
  });
});

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { DOCUMENTS, headingIds, relativeLinks, ROOT, textOf } from './documents.ts';

const broken = (document: string) => (href: string) => {
  const [path = '', heading] = href.split('#');
  const file = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(ROOT, file))) return true;
  return heading !== undefined && !headingIds(file).has(heading);
};

it.each(DOCUMENTS)(
  'every link and picture in %s points to an existing file and, if it has a fragment, to an existing heading',
  (document) => {
    expect(relativeLinks(textOf(document)).filter(broken(document))).toEqual([]);
  },
);

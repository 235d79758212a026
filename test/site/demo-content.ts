import { fileURLToPath } from 'node:url';
import { diskFiles } from '../../src/content/files.ts';
import { openSite, type Site } from '../../src/site/site.ts';
import { checkFiles } from '../model/harbour.ts';

/** The site of the demo, as of 1 June 2027. */
export const openDemo = (): Site =>
  openSite({
    broadcast: checkFiles(diskFiles(fileURLToPath(new URL('../../content', import.meta.url)))).broadcast,
    now: Date.parse('2027-06-01T12:00:00Z'),
    url: 'https://harbour.example',
  });

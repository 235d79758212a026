import { describe, expect, it } from 'vitest';
import { noteLines } from '../../../src/plan/fields/wire-links.ts';

const media = (address: string) => ({ needsSite: 'media' as const, address });
const text = (address: string) => ({ needsSite: 'text' as const, address });

describe('notes about fields', () => {
  it('are one line with a count for all documents that need an address of the site', () => {
    const both = [media('events/a'), media('events/a'), text('pages/a'), media('hosts/a'), text('pages/b')];
    expect(noteLines([...both, 'events/a: other', 'events/a: other'])).toEqual([
      'media files are left out of 2 documents and links and pictures in texts of 2 documents are sent as written, because the site has no address; set site.url in gitcast.config.yaml',
      'events/a: other',
    ]);
    expect(noteLines([media('events/a')])).toEqual([
      'media files are left out of 1 document, because the site has no address; set site.url in gitcast.config.yaml',
    ]);
    expect(noteLines([])).toEqual([]);
  });
});

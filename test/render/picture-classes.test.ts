import { describe, expect, it } from 'vitest';
import { pictureHtml } from '../../src/render/page-media.ts';
import type { PublishedMedia } from '../../src/render/images/images.ts';
import type { PageView } from '../../src/site/pages/view.ts';

describe('a picture', () => {
  const page = { rootLink: (path: string) => path } as PageView;
  const html = (path: string, width: number, height: number): string => {
    const published = (): PublishedMedia => ({ path, width, height, sources: [], files: [] });
    return pictureHtml(
      { type: 'image', source: { type: 'local', name: path }, alt: { text: '' } },
      {},
      { page, published },
    );
  };

  it.each([
    ['media/wide.jpg', 1600, 900, undefined],
    ['media/tall.jpg', 900, 1600, 'is-portrait'],
    ['media/thumb.png', 120, 80, 'is-small'],
    ['media/tall-thumb.png', 80, 120, 'is-small'],
    ['media/drawing.svg', 24, 24, undefined],
    ['media/tall-drawing.svg', 24, 48, 'is-portrait'],
  ])('%s of %d × %d pixels has the class %s', (path, width, height, shape) => {
    expect(/class="([^"]*)"/.exec(html(path, width, height))?.[1]).toBe(shape);
  });
});

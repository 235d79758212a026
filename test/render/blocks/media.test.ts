import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { all, classesOf, one, textOf } from '../html-tree.ts';
import { DRAWING, pageOf } from './block-page.ts';

let photo: Uint8Array;
beforeAll(async () => {
  photo = await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#9c2f17' } })
    .jpeg()
    .toBuffer();
});

const files = () => ({
  'media/a.svg': DRAWING,
  'media/b.svg': DRAWING,
  'media/b.yaml': 'alt: Deux barques\n',
  'media/photo.jpg': photo,
  'media/film.mp4': 'film',
  'media/sound.mp3': 'sound',
});

const media = (values: readonly object[], more: object = {}) => ({ type: 'media', values, ...more });

describe('the media block', () => {
  it.each(['list', 'grid', 'carousel'])('shows its pictures in order: %s', async (format) => {
    const { blocks } = await pageOf([media([{ media: 'media/b.svg' }, { media: 'media/a.svg' }], { format })], {
      files: files(),
    });
    const list = one(blocks, 'ul.media');
    expect(classesOf(list.attributes)).toContain(`media-${format}`);
    expect(all(list, 'img').map(({ attributes }) => attributes['src'])).toEqual([
      '../../media/b.svg',
      '../../media/a.svg',
    ]);
    const carousels = all(blocks, '[data-carousel]');
    expect(carousels.map(({ attributes: { tabindex, 'aria-label': name } }) => ({ tabindex, name }))).toEqual(
      format === 'carousel' ? [{ tabindex: '0', name: 'Images' }] : [],
    );
    expect(all(blocks, '[data-move]')).toHaveLength(format === 'carousel' ? 2 : 0);
  });

  it('shows a single picture in full, in any format', async () => {
    const { blocks } = await pageOf([media([{ media: 'media/a.svg' }], { format: 'carousel' })], { files: files() });
    expect(classesOf(one(blocks, 'ul.media').attributes)).toContain('media-one');
    expect(all(blocks, '[data-carousel]')).toEqual([]);
  });

  it('gives the size of every picture, loads the first at once and the others lazily', async () => {
    const values = ['media/a.svg', 'media/b.svg', 'media/photo.jpg'].map((each) => ({ media: each }));
    const { blocks } = await pageOf([media(values)], { files: files() });
    const sizes = all(blocks, 'img').map(({ attributes: { width, height, loading } }) => [width, height, loading]);
    expect(sizes).toEqual([
      ['300', '200', undefined],
      ['300', '200', 'lazy'],
      ['1000', '600', 'lazy'],
    ]);
  });

  it('offers a photo in better formats and several widths', async () => {
    const { blocks } = await pageOf([media([{ media: 'media/photo.jpg' }])], { files: files() });
    const sources = all(one(blocks, 'picture'), 'source').map(({ attributes }) => attributes);
    expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
    for (const { srcset, sizes } of sources) {
      expect(srcset!.split(', ').map((each) => each.split(' ')[1])).toEqual(['480w', '1000w']);
      expect(sizes).toContain('90vw');
    }
    expect(one(blocks, 'img').attributes['src']).toBe('../../media/photo.jpg');
  });

  it('has an alt text: its own, else that of the media document, else an empty one', async () => {
    const values = [
      { media: { url: 'media/a.svg', alt: 'Value' }, alt: 'Entry' },
      { media: { url: 'media/a.svg', alt: 'Value' } },
      { media: 'media/b.svg' },
      { media: 'media/a.svg' },
    ];
    const { blocks } = await pageOf([media(values)], { files: files() });
    expect(all(blocks, 'img').map(({ attributes }) => attributes['alt'])).toEqual([
      'Entry',
      'Value',
      'Deux barques',
      '',
    ]);
  });

  it('fits pictures as requested, on the requested colour, and links them', async () => {
    const values = [
      { media: 'media/a.svg', fit: 'contain', backgroundColor: '#123F45', navigator: { nativeContent: 'program' } },
      { media: 'media/a.svg', navigator: { url: 'https://other.example/' } },
    ];
    const { blocks, css } = await pageOf([media(values)], { files: files() });
    const items = all(blocks, '.media-item').map(({ attributes }) => attributes['class']);
    expect(items).toEqual(['media-item fit-contain c-123f45', 'media-item fit-cover']);
    expect(css).toContain('.c-123f45{--c:#123F45;');
    expect(all(blocks, 'a').map(({ attributes: { href, rel } }) => [href, rel])).toEqual([
      ['../../program/', undefined],
      ['https://other.example/', 'noopener'],
    ]);
  });

  it('never plays video or sound automatically', async () => {
    const values = [{ media: { url: 'media/film.mp4', alt: 'Un film' } }, { media: 'media/sound.mp3' }];
    const { blocks } = await pageOf([media(values)], { files: files() });
    const video = one(blocks, 'video').attributes;
    expect(video).toMatchObject({ src: '../../media/film.mp4', controls: '', 'aria-label': 'Un film' });
    expect(video).not.toHaveProperty('autoplay');
    expect(one(blocks, 'audio').attributes).toMatchObject({ controls: '', preload: 'none' });
  });

  it('only links to a file on another host', async () => {
    const { blocks } = await pageOf([media([{ media: { url: 'https://cdn.example/a.jpg', alt: 'Ailleurs' } }])]);
    expect(all(blocks, 'img')).toEqual([]);
    expect(one(blocks, 'a.external-media').attributes).toMatchObject({
      href: 'https://cdn.example/a.jpg',
      rel: 'noopener',
    });
    expect(textOf(one(blocks, 'a.external-media'))).toBe('Ailleurs');
  });

  it('renders nothing without entries', async () => {
    const { blocks } = await pageOf([media([]), { type: 'divider' }]);
    expect(all(blocks, 'ul')).toEqual([]);
  });
});

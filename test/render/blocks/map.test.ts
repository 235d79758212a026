import { describe, expect, it } from 'vitest';
import { all, classesOf, one, textOf } from '../html-tree.ts';
import { DRAWING, pageOf } from './block-page.ts';

const files = {
  'media/plan.svg': DRAWING,
  'maps/m.yaml': 'title: Plan\nstatus: published\nmedia: { url: media/plan.svg, alt: Le port vu de haut }\n',
  'places/quay.yaml': 'name: Quay\ncoordinates: { x: 30, y: 40 }\n',
  'places/nowhere.yaml': 'name: Nowhere\n',
  'interest-points/hall.yaml': 'title: Hall\nstatus: published\nmapId: maps/m\ncoordinates: { x: 200, y: 150 }\n',
  'interest-points/secret.yaml': 'title: Secret\nstatus: draft\nmapId: maps/m\ncoordinates: { x: 1, y: 1 }\n',
};
const map = { type: 'map', values: [{ broadcastMapId: 'maps/m' }] };

describe('the map block', () => {
  it('draws its pins at their positions in the picture, in pixels that do not grow with it', async () => {
    const { blocks } = await pageOf([map], { files });
    const view = one(blocks, 'svg.map-view');
    expect(view.attributes['viewBox']).toBe('0 0 300 200');
    expect(one(view, 'image').attributes).toMatchObject({ href: '../../media/plan.svg', width: '300', height: '200' });
    expect(textOf(one(view, 'title'))).toBe('Le port vu de haut');
    const pins = one(blocks, 'svg.map-pins');
    expect(pins.attributes['viewBox']).toBeUndefined();
    expect(all(pins, 'svg.pin-spot').map(({ attributes: { x, y } }) => [x, y])).toEqual([
      ['10%', '20%'],
      ['66.67%', '75%'],
    ]);
    expect(all(pins, 'a').map(({ attributes }) => attributes['aria-label'])).toEqual(['1 Quay', '2 Hall']);
    expect(all(pins, 'text.pin-label').map(textOf)).toEqual(['Quay', 'Hall']);
  });

  it('lists the same places with the same numbers, for people who cannot see the picture', async () => {
    const { blocks } = await pageOf([map], { files });
    const list = one(blocks, 'details.map-list');
    expect(all(list, 'li').map(textOf)).toEqual(['1 Quay', '2 Hall']);
    expect(all(list, 'a').map(({ attributes }) => attributes['href'])).toEqual([
      '../../places/quay/',
      '../../interest-points/hall/',
    ]);
  });

  it('has zoom buttons with labels, only if they work', async () => {
    const { blocks } = await pageOf([map], { files });
    const controls = one(blocks, '.map-controls');
    expect(classesOf(controls.attributes)).toContain('needs-script');
    expect(all(controls, 'button').map(({ attributes }) => attributes['data-zoom'])).toEqual(['in', 'out', 'reset']);
    for (const { attributes } of all(controls, 'button')) expect(attributes['aria-label']).toMatch(/./);
  });

  it('is at most as high as requested', async () => {
    const { blocks } = await pageOf([{ ...map, height: 480 }], { files });
    expect(classesOf(one(blocks, '.map').attributes)).toEqual(['map', 'map-sized', 'h-480']);
  });
});

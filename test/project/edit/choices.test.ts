import { describe, expect, it } from 'vitest';
import { SMALL_FESTIVAL } from '../../preview/small-festival.ts';
import { useEditor, type Answer } from './editor.ts';

const hosts = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`hosts/band-${index}.yaml`, `title: Band ${index}\nstatus: published\n`]),
);

describe('the choices of a form', () => {
  const site = useEditor({
    ...SMALL_FESTIVAL,
    ...hosts,
    'hosts/eloise.yaml': 'title: Éloïse Ångström\nstatus: published\n',
    'hosts/not-eloise.yaml': 'title: Not Eloise\nstatus: published\n',
  });
  const asked = async (name: string, body: object): Promise<readonly Answer[]> =>
    Object.values(await site.ask(name, body))[0] as readonly Answer[];

  it('are the documents of the kinds that a pointer may lead to, the best matches first, without accents', async () => {
    expect(await asked('choices', { kinds: ['host'], search: 'eloise' })).toEqual([
      { address: 'hosts/eloise', title: 'Éloïse Ångström', kind: 'host' },
      { address: 'hosts/not-eloise', title: 'Not Eloise', kind: 'host' },
    ]);
    expect(await asked('choices', { kinds: ['host'], search: 'angstrom elo' })).toHaveLength(1);
    expect(await asked('choices', { kinds: ['place'], search: 'eloise' })).toEqual([]);
    const several = await asked('choices', { kinds: ['place', 'category'], search: '' });
    expect(several.map(({ address }) => address)).toEqual(['categories/concert', 'places/hall', 'places/quay']);
  });

  it('are never more than a list that somebody reads', async () => {
    expect(await asked('choices', { kinds: ['host'], search: '' })).toHaveLength(30);
  });

  it('are media files by name and description, with an address that shows them', async () => {
    const [cover, ...others] = await asked('media', { search: 'a cover' });
    expect(others).toEqual([]);
    expect(cover).toEqual({
      name: 'media/cover.svg',
      alt: 'A cover',
      url: '/__gitcast/picture?name=media%2Fcover.svg',
      width: 100,
      height: 100,
    });
    expect((await fetch(site.url + String(cover!['url']))).status).toBe(200);
  });

  it('are icons as a file names them, each drawing once', async () => {
    const icons = await asked('icons', { search: 'map pin' });
    expect(icons[0]).toMatchObject({
      value: { family: 'lucide', type: 'map-pin' },
      svg: expect.stringMatching(/^<svg/),
    });
    expect(new Set(icons.map(({ svg }) => svg)).size).toBe(icons.length);
    const [hero] = await asked('icons', { search: 'academic', family: 'hero' });
    expect(hero).toMatchObject({ value: { family: 'hero', type: 'academic-cap' } });
    expect(await site.ask('icons', { search: '', family: '../x' })).toMatchObject({ type: 'refused' });
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findIcon, neutralIcon, type MissingIcon } from '../../src/render/icons/find-icon.ts';
import { createSprite, iconSvg } from '../../src/render/icons/icon-svg.ts';
import { iconSet, type Icon } from '../../src/render/icons/icon-set.ts';
import { findNetwork } from '../../src/render/icons/network-icon.ts';

const found = (family: string, type: string): Icon => {
  const icon = findIcon({ family, type });
  if ('missing' in icon) throw new Error(`${family} ${type} is missing`);
  return icon;
};

describe('an icon', () => {
  it.each([
    ['lucide', 'house', 'lucide-house'],
    ['lucide', 'home', 'lucide-house'],
    ['lucide', 'House', 'lucide-house'],
    ['remix', 'ticket-2-line', 'ri-ticket-2-line'],
    ['hero', 'map-pin', 'heroicons-map-pin'],
  ])('from %s named %s is found', (family, type, name) => {
    expect(found(family, type)).toMatchObject({ name, width: 24, height: 24 });
  });

  it('with a smaller grid keeps its own size', () => {
    expect(found('hero', 'map-pin-16-solid')).toMatchObject({ width: 16, height: 16 });
  });

  it.each<[string, string, MissingIcon]>([
    ['lucide', 'calender-days', { missing: { family: 'lucide', type: 'calender-days' }, nearest: 'calendar-days' }],
    ['remix', 'home', { missing: { family: 'remix', type: 'home' }, nearest: 'home-line' }],
    ['hero', 'qqqqqqqqqq', { missing: { family: 'hero', type: 'qqqqqqqqqq' } }],
    ['lucide', '__proto__', { missing: { family: 'lucide', type: '__proto__' } }],
    ['lucide', 'toString', { missing: { family: 'lucide', type: 'toString' } }],
  ])('from %s named %s does not exist, and the nearest name is suggested', (family, type, missing) => {
    expect(findIcon({ family, type })).toEqual(missing);
  });

  it('exists if the demo uses it', () => {
    const content = readFileSync(new URL('../../content/broadcast.yaml', import.meta.url), 'utf8');
    const named = [...content.matchAll(/family: (\w+), type: ([\w-]+)/g)];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([, family, type]) => 'missing' in findIcon({ family: family!, type: type! }))).toEqual([]);
  });
});

describe('a network', () => {
  it.each([
    ['mastodon', 'Mastodon', 'simple-icons-mastodon'],
    ['YouTube', 'YouTube', 'simple-icons-youtube'],
    ['twitter', 'X', 'simple-icons-x'],
    ['x.com', 'X', 'simple-icons-x'],
    ['LinkedIn', 'LinkedIn', 'simple-icons-linkedin'],
    ['bluesky', 'Bluesky', 'simple-icons-bluesky'],
    ['tik-tok', 'TikTok', 'simple-icons-tiktok'],
    ['facebook', 'Facebook', 'simple-icons-facebook'],
    ['instagram', 'Instagram', 'simple-icons-instagram'],
    ['github', 'GitHub', 'simple-icons-github'],
  ])('written as %s has its name and icon', (written, name, icon) => {
    expect(findNetwork(written)).toMatchObject({ name, icon: { name: icon } });
  });

  it('without an icon gets that of a website', () => {
    expect(findNetwork('radio Marnage')).toMatchObject({ name: 'Radio Marnage', icon: { name: 'lucide-globe' } });
    expect(findNetwork('')).toMatchObject({ icon: { name: 'lucide-globe' } });
  });
});

describe('the markup of an icon', () => {
  it('is decoration, unless it has a title', () => {
    expect(iconSvg(neutralIcon())).toBe(
      '<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">' +
        '<circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"/></svg>',
    );
    expect(iconSvg(neutralIcon(), { title: 'Food & drink' })).toContain(
      'role="img" focusable="false"><title>Food &amp; drink</title>',
    );
  });

  it('has nothing that a strict policy would block, in any set', () => {
    for (const name of ['lucide', 'remix', 'hero', 'networks'] as const) {
      const set = iconSet(name);
      const bad = [...set.types()].filter((type) => /style|\son|<script|href|\sid=/i.test(set.find(type)!.body));
      expect(bad).toEqual([]);
    }
  });

  it('in a sprite contains each drawing once, in a fixed order', () => {
    const sprite = createSprite();
    expect(sprite.inline()).toBe('');
    const [house, heart] = [found('lucide', 'house'), found('lucide', 'heart')];
    expect(sprite.use(house)).toContain('<use href="#icon-lucide-house"/>');
    expect(sprite.use(heart, { href: '../icons.svg' })).toContain('<use href="../icons.svg#icon-lucide-heart"/>');
    sprite.use(house, { title: 'Home' });
    expect(sprite.inline().match(/id="[^"]*"/g)).toEqual(['id="icon-lucide-heart"', 'id="icon-lucide-house"']);
    expect(sprite.file()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"><symbol/);
  });
});

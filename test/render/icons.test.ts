import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findIcon,
  neutralIcon,
  iconSet,
  networkIcon,
  type MissingIcon,
  type Icon,
} from '../../src/render/icons/icons.ts';
import { createSprite } from '../../src/render/icons/sprite.ts';

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
    ['mastodon', 'simple-icons-mastodon'],
    ['YouTube', 'simple-icons-youtube'],
    ['twitter', 'simple-icons-x'],
    ['x.com', 'simple-icons-x'],
    ['LinkedIn', 'simple-icons-linkedin'],
    ['bluesky', 'simple-icons-bluesky'],
    ['tik-tok', 'simple-icons-tiktok'],
    ['facebook', 'simple-icons-facebook'],
    ['instagram', 'simple-icons-instagram'],
    ['github', 'simple-icons-github'],
  ])('written as %s has its icon', (written, name) => {
    expect(networkIcon(written)).toMatchObject({ name });
  });

  it('without an icon gets that of a website', () => {
    expect(networkIcon('radio Marnage')).toMatchObject({ name: 'lucide-globe' });
    expect(networkIcon('')).toMatchObject({ name: 'lucide-globe' });
  });
});

describe('the markup of an icon', () => {
  it('is decoration: a text beside it has its meaning', () => {
    const sprite = createSprite();
    expect(sprite.use(neutralIcon())).toBe(
      '<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">' +
        '<use href="#icon-lucide-circle"/></svg>',
    );
    expect(sprite.inline()).toContain(
      '<circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"/></symbol>',
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
    expect(sprite.use(heart)).toContain('<use href="#icon-lucide-heart"/>');
    sprite.use(house);
    expect(sprite.inline().match(/id="[^"]*"/g)).toEqual(['id="icon-lucide-heart"', 'id="icon-lucide-house"']);
  });
});

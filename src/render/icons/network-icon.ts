import { iconSet, type Icon } from './icon-set.ts';

export interface Network {
  /** With its own capitalisation. */
  readonly name: string;
  readonly icon: Icon;
}

/** The official names of networks, if they are more than the word with a capital letter, and common aliases. */
const NAMES: Readonly<Record<string, { readonly name: string; readonly icon?: string }>> = {
  applemusic: { name: 'Apple Music' },
  deviantart: { name: 'DeviantArt' },
  facebook: { name: 'Facebook' },
  fb: { name: 'Facebook', icon: 'facebook' },
  github: { name: 'GitHub' },
  gitlab: { name: 'GitLab' },
  insta: { name: 'Instagram', icon: 'instagram' },
  linkedin: { name: 'LinkedIn' },
  peertube: { name: 'PeerTube' },
  rss: { name: 'RSS' },
  soundcloud: { name: 'SoundCloud' },
  stackoverflow: { name: 'Stack Overflow' },
  tiktok: { name: 'TikTok' },
  twitter: { name: 'X', icon: 'x' },
  vk: { name: 'VK' },
  wechat: { name: 'WeChat' },
  weibo: { name: 'Weibo', icon: 'sinaweibo' },
  whatsapp: { name: 'WhatsApp' },
  x: { name: 'X' },
  youtube: { name: 'YouTube' },
};

/** Finds a social network by its name in content. One without an icon gets a generic website icon. */
export function findNetwork(written: string): Network {
  const key = written
    .toLowerCase()
    .replace(/\.(?:com|net|org|app|social)$/, '')
    .replace(/[^a-z0-9]/g, '');
  const known = Object.hasOwn(NAMES, key) ? NAMES[key]! : undefined;
  const icon = iconSet('networks').find(known?.icon ?? key) ?? iconSet('lucide').find('globe')!;
  return { name: known?.name ?? capitalised(written.trim()), icon };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The icons that content names, from the sets of the Iconify project. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Icon as IconRef } from '../../kinds/shapes/tile.ts';
import { siteProblem } from '../../site/problems.ts';
import type { Site } from '../../site/site.ts';
import { usedIcons } from '../../site/used/shown-values.ts';
import { onceEach } from '../../values/once-each.ts';

/** One drawing of a set. */
export interface Icon {
  /** Unique among all sets: `lucide-house`. */
  readonly name: string;
  /** The content of the svg element. */
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

/** The common format of all sets. */
interface IconifyFile {
  readonly prefix: string;
  readonly width?: number;
  readonly height?: number;
  readonly icons: Readonly<Record<string, Pick<Icon, 'body'> & Partial<Icon>>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

const { resolve } = createRequire(import.meta.url);

const FILES = {
  lucide: () => resolve('@iconify-json/lucide/icons.json'),
  remix: () => resolve('@iconify-json/ri/icons.json'),
  hero: () => resolve('@iconify-json/heroicons/icons.json'),
  networks: () => resolve('@iconify-json/simple-icons/icons.json'),
};

/** Read when the first icon of a set is needed: sets are large, and most sites use only one. */
export const iconSet = onceEach((name: keyof typeof FILES) =>
  openSet(JSON.parse(readFileSync(FILES[name](), 'utf8')) as IconifyFile),
);

function openSet({ prefix, icons, aliases = {}, width = 16, height = width }: IconifyFile) {
  return {
    /** The same object for the same type, by which its markup is found again. */
    find: onceEach((type: string): Icon | undefined => {
      const own = Object.hasOwn(aliases, type) ? aliases[type]!.parent : type;
      return Object.hasOwn(icons, own) ? { name: `${prefix}-${own}`, width, height, ...icons[own]! } : undefined;
    }),
    types: (): readonly string[] => [...Object.keys(icons), ...Object.keys(aliases)],
  };
}

export interface MissingIcon {
  readonly missing: { readonly family: string; readonly type: string };
  /** The most likely intended name. */
  readonly nearest?: string;
}

const FAMILIES = ['lucide', 'remix', 'hero'] as const satisfies NonNullable<IconRef['family']>[];

/** In content, the family may be of a later version. */
type NamedIcon = Readonly<Partial<Record<keyof IconRef, string | undefined>>>;

/** Finds an icon by its name in content. If the family is missing or unknown, the theme's is used, or else lucide. */
export function findIcon({ family, type = '' }: NamedIcon): Icon | MissingIcon {
  const name = FAMILIES.find((each) => each === family) ?? 'lucide';
  const set = iconSet(name);
  const icon = set.find(type) ?? set.find(type.toLowerCase());
  if (icon) return icon;
  const suggestion =
    (set.find(`${type}-line`) ? `${type}-line` : completed(type, set.types())) ?? nearest(type, set.types());
  return { missing: { family: name, type }, ...(suggestion !== undefined && { nearest: suggestion }) };
}

/** Remix icons have names such as `map-pin-2-line`; a shorter name is completed. */
const completed = (type: string, types: readonly string[]): string | undefined =>
  types.filter((candidate) => candidate.startsWith(`${type}-`)).toSorted((one, other) => one.length - other.length)[0];

/** The placeholder for an icon that does not exist. It keeps the layout of its tile. */
export const neutralIcon = (): Icon => iconSet('lucide').find('circle')!;

/** The icon that content names, from the theme's set if it names none. */
export function drawingOf({ family, type }: IconRef, site: Site): Icon {
  const found = findIcon({ family: family ?? site.root.theme?.iconFamily, type });
  return 'missing' in found ? neutralIcon() : found;
}

/** Reports icons that do not exist in their set, at the place where they are written. */
export function unknownIcons(site: Site): readonly Diagnostic[] {
  const shared = site.root.theme?.iconFamily;
  return usedIcons(site).flatMap(({ family, type, by, path }) => {
    const icon = findIcon({ family: family ?? shared, type });
    if (!('missing' in icon)) return [];
    const at = by.document.source.valueSpan(path);
    const suggestion = icon.nearest === undefined ? undefined : `did you mean ${icon.nearest}?`;
    return [siteProblem('unknown-icon', at, `${icon.missing.family} has no icon ${icon.missing.type}`, suggestion)];
  });
}

/** Other names of networks than those of their icons. */
const NETWORKS: Readonly<Record<string, string>> = {
  fb: 'facebook',
  insta: 'instagram',
  twitter: 'x',
  weibo: 'sinaweibo',
};

/** The icon of a social network by its name in content. One without an icon gets a generic website icon. */
export function networkIcon(written: string): Icon {
  const key = written
    .toLowerCase()
    .replace(/\.(?:com|net|org|app|social)$/, '')
    .replace(/[^a-z0-9]/g, '');
  const name = Object.hasOwn(NETWORKS, key) ? NETWORKS[key]! : key;
  return iconSet('networks').find(name) ?? iconSet('lucide').find('globe')!;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** One drawing of a set. */
export interface Icon {
  /** Unique among all sets: `lucide-house`. */
  readonly name: string;
  /** The content of the svg element. */
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

export interface IconSet {
  readonly find: (type: string) => Icon | undefined;
  readonly types: () => Iterable<string>;
}

/** A file of the Iconify project, the common format of all sets. */
interface IconifyFile {
  readonly prefix: string;
  readonly width?: number;
  readonly height?: number;
  readonly icons: Readonly<
    Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>
  >;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

const { resolve } = createRequire(import.meta.url);

const FILES = {
  lucide: () => resolve('@iconify-json/lucide/icons.json'),
  remix: () => resolve('@iconify-json/ri/icons.json'),
  hero: () => resolve('@iconify-json/heroicons/icons.json'),
  networks: () => resolve('@iconify-json/simple-icons/icons.json'),
};
export type IconSetName = keyof typeof FILES;

/** Read when the first icon of a set is needed: sets are large, and most sites use only one. */
export function iconSet(name: IconSetName): IconSet {
  let set = opened.get(name);
  if (!set) opened.set(name, (set = openSet(JSON.parse(readFileSync(FILES[name](), 'utf8')) as IconifyFile)));
  return set;
}
const opened = new Map<IconSetName, IconSet>();

function openSet({ prefix, icons, aliases = {}, width = 16, height = width }: IconifyFile): IconSet {
  const found = new Map<string, Icon>();
  return {
    find(type) {
      const known = found.get(type);
      if (known) return known;
      const own = Object.hasOwn(aliases, type) ? aliases[type]!.parent : type;
      if (!Object.hasOwn(icons, own)) return undefined;
      const icon = { name: `${prefix}-${own}`, width, height, ...icons[own]! };
      found.set(type, icon);
      return icon;
    },
    *types() {
      yield* Object.keys(icons);
      yield* Object.keys(aliases);
    },
  };
}

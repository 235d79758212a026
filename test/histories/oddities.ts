/** Quirks of services, all of them allowed by the interface or observed. */
import type { Profile } from '../../src/kinds/operation.ts';

export interface Oddities {
  readonly profile: Profile;
  /** Ids on Surface A. Those of Surface B always have 24 hexadecimal digits. */
  readonly ids: 'object-id' | 'uuid' | 'number' | 'digits' | 'short';
  /** How many seconds lists lag behind the writes. */
  readonly lag: number;
  /** For how many seconds after its creation requests for an object by its id are answered with 404. */
  readonly lagById: number;
  /** How a stored text changes. */
  readonly texts: keyof typeof TEXTS;
  /** Descriptions of events and places are accepted, and dropped without a word. */
  readonly descriptions: 'kept' | 'dropped';
  /** The answer to a write. `part`: descriptions and texts are shown only when the object is read. */
  readonly answers: 'object' | 'part' | 'nothing' | 'nothing-and-location';
  readonly idempotency: boolean;
  readonly etags: boolean;
  readonly pages: 'large' | 'small';
  readonly totals: boolean;
  readonly order: 'oldest-first' | 'newest-first';
  /** Values that it adds if the client sends none, and keys inside blocks. */
  readonly defaults: boolean;
  /** True if the list of articles shows their text. */
  readonly textInLists: boolean;
}

export const USUAL: Oddities = {
  profile: 'extended',
  ids: 'object-id',
  lag: 0,
  lagById: 0,
  texts: 'exact',
  descriptions: 'kept',
  answers: 'object',
  idempotency: false,
  etags: false,
  pages: 'large',
  totals: true,
  order: 'oldest-first',
  defaults: false,
  textInLists: false,
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const TEXTS = {
  exact: (text: string) => text,
  nfc: (text: string) => text.normalize('NFC'),
  nfd: (text: string) => text.normalize('NFD'),
  escaped: (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign]!),
  collapsed: (text: string) => text.replaceAll(/\s+/g, ' ').trim(),
  trimmed: (text: string) => text.trim(),
  cut: (text: string) => text.slice(0, 60),
} as const;

const TEXT_FIELDS = new Set(['title', 'name', 'description', 'content', 'text', 'label']);

export const storedText = (text: string, { texts }: Oddities): string => TEXTS[texts](text);

/** The stored version of what was sent. */
export function stored(value: unknown, oddities: Oddities, name = ''): unknown {
  const { texts, descriptions, defaults } = oddities;
  if (typeof value === 'string') return TEXT_FIELDS.has(name) ? TEXTS[texts](value) : value;
  if (Array.isArray(value)) {
    return value.map((each: unknown) => {
      const kept = stored(each, oddities, name);
      return name === 'blocks' && defaults ? { ...(kept as object), _key: 'added' } : kept;
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'description' || descriptions === 'kept');
  const entries = kept.map(([key, each]) => [key, stored(each, oddities, key)]);
  return Object.fromEntries(entries) as unknown;
}

/** The values that are set if nothing was sent. */
export const DEFAULTS: Readonly<Record<string, object>> = {
  events: { category: 'general' },
  places: { category: 'other' },
  articles: { status: 'draft' },
};

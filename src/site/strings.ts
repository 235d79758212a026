import type { Locale } from '../kinds/shapes/primitives.ts';
import { en } from './strings/en.ts';
import { es } from './strings/es.ts';
import { fr } from './strings/fr.ts';
import type { Strings } from './strings/shape.ts';

export type { Strings } from './strings/shape.ts';

const tables: Readonly<Record<Locale, Strings>> = { fr, en, es };

export const stringsFor = (locale: Locale): Strings => tables[locale];

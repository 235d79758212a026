import { contentCodes } from './codes/content.ts';
import type { CodeEntry, DeclaredCode } from './codes/entry.ts';
import { configCodes, fieldCodes } from './codes/fields.ts';
import { importCodes } from './codes/import.ts';
import { ruleCodes } from './codes/rules.ts';
import { siteCodes } from './codes/site.ts';

const declared = { ...contentCodes, ...fieldCodes, ...ruleCodes, ...configCodes, ...siteCodes, ...importCodes };

/** The code of a problem: it stays the same when messages change. */
export type Code = keyof typeof declared;
export const codes = Object.keys(declared) as readonly Code[];

export const catalogue = Object.fromEntries(
  Object.entries<DeclaredCode>(declared).map(([code, entry]) => [code, { severity: 'error', ...entry }]),
) as Readonly<Record<Code, CodeEntry>>;

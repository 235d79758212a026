import { configCodes } from './codes/config.ts';
import { contentCodes } from './codes/content.ts';
import { fieldCodes } from './codes/fields.ts';
import { ruleCodes } from './codes/rules.ts';
import { siteCodes } from './codes/site.ts';

export const catalogue = { ...contentCodes, ...fieldCodes, ...ruleCodes, ...configCodes, ...siteCodes } as const;

/** The code of a problem: it stays the same when messages change. */
export type Code = keyof typeof catalogue;
export const codes = Object.keys(catalogue) as readonly Code[];

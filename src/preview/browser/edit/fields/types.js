// The type of field for a value: the first that fits its schema.
import { typesOf } from '../schema.js';
import { colour } from './colour.js';
import { group } from './group.js';
import { icon } from './icon.js';
import { instant } from './instant.js';
import { list } from './list.js';
import { longText } from './long-text.js';
import { media } from './media.js';
import { choice, flag, number, secret, text } from './plain.js';
import { pointer } from './pointer.js';

/** @typedef {import('../schema.js').Resolved} Resolved */

const is = (type) => (schema) => typesOf(schema).includes(type);

/** @type {readonly [(schema: Resolved, value: any) => boolean, (slot: import('../slot.js').Slot) => import('../slot.js').Control][]} */
const TYPES = [
  [(schema) => schema['x-sensitive'] === true, secret],
  [(_, value) => Array.isArray(value), list],
  [(schema) => schema['x-media'] === true, media],
  [(schema) => schema['x-pointer'] !== undefined, pointer],
  [(schema) => schema.shape === 'Icon', icon],
  [is('array'), list],
  [is('object'), group],
  [is('boolean'), flag],
  [(schema) => schema.format === 'instant', instant],
  [(schema) => schema.enum !== undefined, choice],
  [(schema) => schema.pattern?.startsWith('^#') === true, colour],
  [(schema) => schema['x-markdown'] !== undefined, longText],
  [(schema) => is('number')(schema) || is('integer')(schema), number],
  [() => true, text],
];

export const typeFor = (schema, value) => TYPES.find(([fits]) => fits(schema, value))[1];

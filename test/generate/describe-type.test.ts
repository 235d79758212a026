import { expect, it } from 'vitest';
import { describeType } from '../../src/generate/describe-type.ts';
import * as schema from '../../src/kinds/schema.ts';
import { Block } from '../../src/kinds/shapes/block.ts';
import { colour, loosePointerTo, Media, mediaUrl, objectId, pointerTo } from '../../src/kinds/shapes/primitives.ts';
import { Tile } from '../../src/kinds/shapes/tile.ts';

const {
  anything,
  flag,
  freeForm,
  instant,
  integer,
  list,
  markdown,
  nullable,
  number,
  object,
  oneOfValues,
  openValues,
  ref,
  tableOf,
  text,
} = schema;

it.each<[string, schema.JsonSchema]>([
  ['text', text()],
  ['text', nullable(text())],
  ['text, 1 to 30 characters', text({ minLength: 1, maxLength: 30 })],
  ['text, at most 80 characters', text({ maxLength: 80 })],
  ['text, at least 1 character', text({ minLength: 1 })],
  ['text, exactly 2 characters', text({ minLength: 2, maxLength: 2 })],
  ['Markdown text', markdown()],
  ['text that matches ^x$', text({ pattern: '^x$' })],
  ['text, such as list, grid', openValues(['list', 'grid'])],
  ['one of draft, published', nullable(oneOfValues(['draft', 'published']))],
  ['colour (#rgb, #rgba, #rrggbb or #rrggbbaa)', colour()],
  ['id (24 hexadecimal characters)', objectId()],
  ['date and time (ISO 8601)', instant()],
  ['URL (https only)', text({ format: 'https-url' })],
  ['address of a place, or its id', loosePointerTo('place')],
  ['address of an interest point or a map, or its id', pointerTo(['interestPoint', 'map'])],
  ['media/<file> or a URL', mediaUrl()],
  ['media/<file>, a URL, or an object with url, alt and type', nullable(ref(Media))],
  ['a credential, written as { $env: NAME }', text({ 'x-sensitive': true })],
  ['true or false', flag()],
  ['whole number, 1 to 200', integer({ minimum: 1, maximum: 200 })],
  ['whole number, at least 0', integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })],
  ['number, at most 5', number({ maximum: 5 })],
  ['Tile', nullable(ref(Tile))],
  ['list of Tile', list(ref(Tile))],
  ['list; each entry: text', list(text())],
  ['list', list(anything())],
  ['object with x, y', object({ x: number(), y: number() })],
  ['object; each value: one of asc, desc', tableOf(oneOfValues(['asc', 'desc']))],
  ['any object', freeForm()],
  ['anything', anything()],
])('%s', (words, declared) => {
  expect(describeType(declared)).toBe(words);
});

it('a choice of shapes names each of them', () => {
  expect(describeType(Block.schema)).toMatch(/^one of TitleBlock, ParagraphBlock, .*, MapBlock$/);
});

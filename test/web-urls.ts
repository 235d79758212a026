/**
 * Any address on the web. It draws the same kind of texts as `webUrl` of fast-check, which first makes a table of all code
 * points, as code-points.ts says.
 */
import fc from 'fast-check';
import { anyCodePoint } from './code-points.ts';

const UNESCAPED = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', ..."-._~!$&'()*+,;=:@"];

const part = fc
  .array(
    fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...UNESCAPED) },
      { weight: 1, arbitrary: anyCodePoint.map(encodeURIComponent) },
    ),
    { maxLength: 10 },
  )
  .map((characters) => characters.join(''));

const after = (mark: string): fc.Arbitrary<string> =>
  fc.option(part, { nil: undefined }).map((text) => (text === undefined ? '' : mark + text));

export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.domain(), fc.array(part, { maxLength: 5 }), after('?'), after('#'))
  .map(([domain, path, query, fragment]) => `https://${[domain, ...path].join('/')}${query}${fragment}`);

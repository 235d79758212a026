/**
 * A limit to the errors that ajv collects of one body. It has none of its own, and it copies all errors so far whenever a
 * shape in a list is invalid, so that twice as many invalid entries take four times as long, while no other request is
 * served.
 */
import { _, Name, type Ajv2020, type CodeGen, type CodeKeywordDefinition } from 'ajv/dist/2020.js';

/** The keywords that look at any number of values. The others look at those that the schema names. */
const KEYWORDS_WITH_LOOPS = ['items', 'additionalProperties'];

/** The count of errors so far, in the functions that ajv writes. */
const ERRORS = new Name('errors');

/** A list or table in which this many errors were found is not looked at any further. */
export function limitErrors(ajv: Ajv2020, most: number): void {
  for (const keyword of KEYWORDS_WITH_LOOPS) {
    const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    const { code } = definition;
    definition.code = (context, type) => {
      stopLoops(context.gen, most);
      code(context, type);
    };
  }
}

/**
 * Counts only the errors of the loop itself, so that one which ends early has found some: otherwise the second of two
 * alternatives would count as valid because of the errors of the first.
 */
function stopLoops(gen: CodeGen, most: number): void {
  const { forRange, forIn } = Object.getPrototypeOf(gen) as CodeGen;
  const stopping = <T>(body: (each: T) => void) => {
    const before = gen.const('before', ERRORS);
    return (each: T): void => {
      body(each);
      gen.if(_`${ERRORS} - ${before} >= ${most}`, () => gen.break());
    };
  };
  gen.forRange = (name, from, to, body, ...kind) => forRange.call(gen, name, from, to, stopping(body), ...kind);
  gen.forIn = (name, object, body, ...kind) => forIn.call(gen, name, object, stopping(body), ...kind);
}

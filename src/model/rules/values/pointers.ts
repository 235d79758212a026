import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import { nearest, nearestAddress } from '../../../diagnostics/nearest.ts';
import type { KindName } from '../../../kinds/registry.ts';
import { aKind, targetNames } from '../../library.ts';
import { NO_PROBLEM, type ValueInDocument, type ValueRule } from '../rule.ts';

const OBJECT_ID = /^[0-9a-f]{24}$/i;

/** An address has a folder; an id never contains a slash. */
export const isAddress = (pointer: string): boolean => pointer.includes('/');

export const pointers: ValueRule = {
  codes: ['pointer-not-found', 'pointer-wrong-kind'],
  check(visited) {
    const { schema, value } = visited;
    const allowed = schema['x-pointer'] as readonly KindName[] | undefined;
    if (!allowed || typeof value !== 'string') return NO_PROBLEM;
    return isAddress(value) ? checkAddress(visited, value, allowed) : checkId(visited, value, allowed);
  },
};

function checkAddress({ library, valueSpan }: ValueInDocument, address: string, allowed: readonly KindName[]) {
  const found = library.factOf(address);
  if (found?.type === 'unreadable') return NO_PROBLEM;
  if (found?.type === 'document' && allowed.includes(found.kind)) return NO_PROBLEM;
  if (found?.type === 'elsewhere') return notHere(address, targetNames(found), valueSpan());
  const wanted = kindsIn(allowed, library);
  const advice = `give the address of ${wanted}, such as ${example(library, allowed)}`;
  if (found === undefined) {
    const meant = nearestAddress(address, candidates(library, allowed));
    const suggestion = meant === undefined ? advice : didYouMean(meant);
    return diagnose('pointer-not-found', valueSpan(), `there is no document ${address}`, { suggestion });
  }
  const message = `this must be ${wanted}, but ${address} is ${kindsIn([found.kind], library)}`;
  return diagnose('pointer-wrong-kind', valueSpan(), message, { suggestion: advice });
}

const notHere = (address: string, targets: string, at: Span): Diagnostic =>
  diagnose('pointer-not-found', at, `${address} exists only for ${targets}`, {
    suggestion: 'point to it from documents with the same `$targets`, or point elsewhere in an overlay',
  });

/** Without a slash it is meant as an id, or the folder was forgotten. */
function checkId({ schema, library, valueSpan }: ValueInDocument, id: string, allowed: readonly KindName[]) {
  const meant = allowed.map((kind) => library.addressBySlug(kind, id)).find((address) => address !== undefined);
  const forgotten = meant ?? misspelt(id, library, allowed);
  const problem = (message: string, suggestion: string): Diagnostic =>
    diagnose('pointer-not-found', valueSpan(), message, { suggestion });
  if (forgotten !== undefined) return problem(`an address starts with its folder`, didYouMean(forgotten));
  if (schema.format !== 'object-id' || OBJECT_ID.test(id)) return NO_PROBLEM;
  return problem(
    `\`${id}\` is neither an address nor an id of 24 hexadecimal characters`,
    `give the address of ${kindsIn(allowed, library)}, such as ${example(library, allowed)}`,
  );
}

/** The address that was most likely meant by a word without a digit, which is hardly an id. */
function misspelt(id: string, library: Library, allowed: readonly KindName[]): string | undefined {
  if (/\d/.test(id)) return undefined;
  const addresses = candidates(library, allowed);
  const slugs = new Map(addresses.map((address) => [address.slice(address.lastIndexOf('/') + 1), address]));
  return slugs.get(nearest(id, slugs.keys()) ?? '');
}

type Library = ValueInDocument['library'];

/** The names of kinds in messages. */
const kindsIn = (names: readonly string[], { kinds }: Library): string =>
  names.map((name) => aKind(kinds.get(name) ?? { title: name })).join(' or ');

const didYouMean = (address: string): string => `did you mean ${address}?`;

const candidates = (library: Library, allowed: readonly KindName[]): readonly string[] =>
  allowed.flatMap((kind) => library.addressesOf(kind));

const example = (library: Library, allowed: readonly KindName[]): string =>
  candidates(library, allowed)[0] ?? `${library.kinds.get(allowed[0]!)?.folder ?? allowed[0]!}/…`;

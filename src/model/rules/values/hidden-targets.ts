import { diagnose, type Diagnostic, type Span } from '../../../diagnostics/diagnostic.ts';
import type { Library } from '../../library.ts';
import { traitsOf } from '../../traits.ts';
import { NO_PROBLEM, type Problems, type ValueRule } from '../rule.ts';

/** Visible documents that point to drafts and private ones. Those that are scheduled depend on the time: a build knows it. */
export const hiddenTargets: ValueRule = {
  codes: ['hidden-pointer'],
  check({ schema, value, path, document, library, valueSpan }) {
    const kinds = schema['x-pointer'];
    const isLocal = String(path[0]).startsWith('$');
    if (!kinds || isLocal || typeof value !== 'string' || traitsOf(document).hidden) return NO_PROBLEM;
    const fact = library.factOf(value);
    // A pointer to another kind is an error of its own.
    if (fact?.type !== 'document' || !kinds.includes(fact.kind)) return NO_PROBLEM;
    return hiddenTarget(value, library, valueSpan);
  },
};

export function hiddenTarget(address: string, { factOf }: Library, at: () => Span): Problems {
  const fact = factOf(address);
  return fact?.type === 'document' && fact.hidden ? hiddenPointer(address, fact.hidden, at()) : NO_PROBLEM;
}

/** `because` completes "it is …". */
export const hiddenPointer = (address: string, because: string, at: Span): Diagnostic =>
  diagnose('hidden-pointer', at, `${address} is ${because}, so the site shows no link to it`, {
    suggestion: 'publish it, or do not point to it until then',
  });

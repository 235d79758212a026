import type { Kind } from '../../kinds/kind.ts';
import type { Operation } from '../../kinds/operation.ts';
import { many, one } from '../noun.ts';

/** One or two sentences about an operation, for tools that show more than its summary. */
export function operationDescription(kind: Kind, operation: Operation): string {
  const does = `${DOES[operation.verb](kind)}.`;
  return operation.documented ? does : `${does} The interface does not show this operation; gitcast assumes it.`;
}

const oneOf = (kind: Kind): string => (kind.single ? `the ${kind.title.toLowerCase()}` : one(kind.title));

const DOES: Readonly<Record<Operation['verb'], (kind: Kind) => string>> = {
  list: (kind) => `Returns ${many(kind.title)}, one page at a time if the parameters limit it`,
  create: (kind) => `Creates ${oneOf(kind)} and returns it with the fields that the service sets`,
  read: (kind) => `Returns ${oneOf(kind)}, with its version in the \`ETag\` header`,
  update: (kind) => `Changes the fields of ${oneOf(kind)} that are in the body, and leaves the others unchanged`,
  delete: (kind) => `Deletes ${oneOf(kind)}`,
};

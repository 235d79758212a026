import { SURFACE_BASE, type Operation } from '../../src/kinds/operation.ts';
import { kinds, type KindName } from '../../src/kinds/registry.ts';

interface Asked {
  readonly kind: KindName;
  readonly operation: Operation;
}

const OPERATIONS = kinds.flatMap(({ name: kind, operations }) =>
  operations.map((operation) => ({
    kind,
    operation,
    pattern: new RegExp(`^${(SURFACE_BASE[operation.surface] + operation.path).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/** The declared operation that a request asks for. */
export const operationOf = (request: { readonly method: string; readonly path: string }): Asked | undefined => {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return OPERATIONS.find(({ operation, pattern }) => operation.method === method && pattern.test(request.path));
};

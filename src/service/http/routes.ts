import { SURFACE_BASE } from '../../kinds/operation.ts';
import { kinds } from '../../kinds/registry.ts';
import type { Profile } from '../options.ts';
import type { Served } from './serve.ts';

export interface Route {
  readonly method: string;
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly served: Served;
}

/** The first one that matches is the one. */
export const routesOf = (profile: Profile): readonly Route[] =>
  kinds.flatMap(({ name: kind, operations }) =>
    operations
      .filter(({ documented }) => documented || profile === 'extended')
      .map((operation) => ({
        method: operation.method,
        path: SURFACE_BASE[operation.surface] + operation.path,
        served: { kind, operation },
      })),
  );

/** The routes of the declared operations, and the answers to requests that match none. */
import { SURFACE_BASE, type Operation } from '../../kinds/operation.ts';
import { kinds, type KindName } from '../../kinds/registry.ts';
import type { Profile } from '../options.ts';
import { notFound, Problem } from './problem.ts';
import type { ServiceRequest } from './request.ts';

/** An operation of a kind, and the values of the parameters in its path. */
export interface Route {
  readonly kind: KindName;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

type Path = Pick<ServiceRequest, 'method' | 'path' | 'segments'>;

interface Segment {
  readonly text: string;
  /** The name of the parameter that it is. */
  readonly param: string | undefined;
}

const ROUTES = Map.groupBy(
  kinds.flatMap(({ name: kind, operations }) =>
    operations.map((operation) => ({ kind, operation, pattern: patternOf(operation) })),
  ),
  ({ operation, pattern }) => `${operation.method} ${pattern.length}`,
);

function patternOf({ surface, path }: Operation): readonly Segment[] {
  const segments = (SURFACE_BASE[surface] + path).split('/');
  return segments.map((text) => ({ text, param: /^\{(\w+)\}$/.exec(text)?.[1] }));
}

/** The first one that matches. HEAD is available wherever GET is. */
export function findRoute({ method, segments }: Path, profile: Profile): Route | undefined {
  for (const { kind, operation, pattern } of ROUTES.get(`${asGet(method)} ${segments.length}`) ?? []) {
    if (!isOffered(operation, profile) || !fits(segments, pattern)) continue;
    const params: Record<string, string> = {};
    pattern.forEach(({ param }, index) => {
      if (param !== undefined) params[param] = segments[index]!;
    });
    return { kind, operation, params };
  }
  return undefined;
}

const asGet = (method: string): string => (method === 'HEAD' ? 'GET' : method);

const isOffered = ({ documented }: Operation, profile: Profile): boolean => documented || profile === 'extended';

const fits = (segments: readonly string[], pattern: readonly Segment[]): boolean =>
  pattern.every(({ text, param }, index) => (param === undefined ? text === segments[index] : segments[index] !== ''));

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * 405 if neither profile has the method on the path. An operation of the extended profile does not exist in the
 * documented one, so it is a 404 there, like everything else that the interface does not describe.
 */
export function unserved({ method, path, segments }: Path, profile: Profile): Problem {
  const available = METHODS.filter((each) => findRoute({ method: each, path, segments }, profile));
  const isKnown = findRoute({ method, path, segments }, 'extended') !== undefined;
  if (available.length === 0 || isKnown) return notFound(`${method} ${path}`);
  const allow = available.join(', ');
  return new Problem(405, 'method-not-allowed', `${path} does not support ${method}, only ${allow}`, {
    headers: { Allow: allow },
  });
}

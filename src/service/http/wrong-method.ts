/** Answers to requests that match no route: the path does not exist, or does not support the method. */
import { SURFACE_BASE, type Operation, type Profile } from '../../kinds/operation.ts';
import { kinds } from '../../kinds/registry.ts';
import { notFound, Problem } from './problem.ts';

const ROUTES = kinds
  .flatMap(({ operations }) => operations)
  .map((operation) => ({ ...operation, pattern: patternOf(operation) }));

/**
 * 405 if neither profile has the method on the path. An operation of the extended profile does not exist in the
 * documented one, so it is a 404 there, like everything else that the interface does not describe.
 */
export function unserved(method: string, path: string, profile: Profile): Problem {
  const onPath = ROUTES.filter(({ pattern }) => pattern.test(path));
  const offered = onPath.filter(({ documented }) => documented || profile === 'extended').map((route) => route.method);
  const isKnown = onPath.some((route) => route.method === (method === 'HEAD' ? 'GET' : method));
  if (offered.length === 0 || isKnown) return notFound(`${method} ${path}`);
  const allow = METHODS.filter((each) => offered.includes(each === 'HEAD' ? 'GET' : each)).join(', ');
  return new Problem(405, 'method-not-allowed', `${path} does not support ${method}, only ${allow}`, {
    headers: { Allow: allow },
  });
}

/** HEAD is available wherever GET is. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function patternOf({ surface, path }: Operation): RegExp {
  const whole = (SURFACE_BASE[surface] + path).replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${whole}$`);
}

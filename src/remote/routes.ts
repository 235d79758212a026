/** The path of an operation on a target. */
import { SURFACE_BASE, type Operation } from '../kinds/operation.ts';
import type { Reachable } from '../kinds/operation-for.ts';

export interface RouteOptions extends Reachable {
  readonly userId: string;
  readonly broadcastId: string;
}

export function pathOf({ surface, path }: Operation, { userId, broadcastId }: RouteOptions, id = ''): string {
  const values: Readonly<Record<string, string>> = { userId, broadcastId, id };
  return (SURFACE_BASE[surface] + path).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}

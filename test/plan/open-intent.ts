import { kindNamed } from '../../src/kinds/registry.ts';
import type { OpenIntent } from '../../src/plan/context.ts';
import { echoDigest, normalForm } from '../../src/plan/fields/echo.ts';
import { canonical } from '../../src/values/canonical.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { digest } from './world.ts';

/** What an interrupted run recorded before it sent a request. */
export const openIntent = (more: Partial<OpenIntent> = {}): OpenIntent => ({
  ...({ key: 'k', address: 'places/a', kind: 'place', action: 'create' } as const),
  ...{ replaces: [], leaves: {}, echoes: {}, naturalKey: {}, settlesAt: 0 },
  ...more,
});

/** The same for an event, or another kind, with the digests of what it sent. */
export function sentIntent(fields: JsonObject, more: Partial<OpenIntent> = {}): OpenIntent {
  const { kind = 'event' } = more;
  const each = (make: (value: Json) => string) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, make(value)]));
  const sent = kindNamed(kind)
    .naturalKey.flat()
    .filter((name) => name in fields);
  return openIntent({
    address: 'events/a',
    kind,
    leaves: each((value) => digest(canonical(value))),
    echoes: each((value) => echoDigest(value, digest)),
    naturalKey: Object.fromEntries(sent.map((name) => [name, normalForm(fields[name]!)])),
    ...more,
  });
}

/** The OpenAPI 3.1 document of both surfaces, generated from the kinds. */
import { kinds } from '../../kinds/registry.ts';
import { operationsIn, type Profile } from '../../kinds/operation.ts';
import { reachable } from '../walk-schema.ts';
import { openapiPaths, parameterComponents } from './paths.ts';
import { errorComponents, headerComponents } from './responses.ts';
import { openapiSchemas } from './openapi-schemas.ts';
import { openapiWebhooks } from './openapi-webhooks.ts';

export interface OpenapiOptions {
  readonly profile: Profile;
  /** The URL of the service; defaults to where the document is served. */
  readonly serverUrl?: string;
  readonly version: string;
}

export function openapi({ profile, serverUrl = '/', version }: OpenapiOptions): object {
  const paths = openapiPaths(profile);
  const webhooks = openapiWebhooks(profile);
  return {
    openapi: '3.1.0',
    info: {
      title: 'gitcast service',
      version,
      description: `${DESCRIPTION} ${PROFILE_NOTES[profile]}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'The service' }],
    tags: kinds
      .filter((kind) => operationsIn(kind, profile).length > 0)
      .map(({ title, summary }) => ({ name: title, description: summary })),
    paths,
    webhooks,
    components: { ...usedComponents({ paths, webhooks }, profile), securitySchemes: SECURITY },
  };
}

const DESCRIPTION =
  'The content of an application and website project, on two surfaces: A for events, places, articles and webhooks, B for ' +
  'everything in one broadcast. Anything that the interface does not show, and gitcast assumes, is marked `x-assumed: true`.';

const PROFILE_NOTES: Readonly<Record<Profile, string>> = {
  documented: 'This is the documented profile: only operations that the interface shows.',
  extended: 'This is the extended profile: conventional operations in addition to those that the interface shows.',
};

const SECURITY = {
  surfaceA: { type: 'http', scheme: 'bearer', description: 'The API key, on Surface A' },
  surfaceB: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The API key, on Surface B' },
};

function usedComponents(users: object, profile: Profile): Record<string, Record<string, object>> {
  const groups: Readonly<Record<string, Readonly<Record<string, object>>>> = {
    schemas: openapiSchemas(profile),
    parameters: parameterComponents(),
    responses: errorComponents(),
    headers: headerComponents(),
  };
  const all = Object.entries(groups).flatMap(([group, parts]) =>
    Object.entries(parts).map(([name, part]): [string, object] => [`${group}/${name}`, part]),
  );
  const used: Record<string, Record<string, object>> = {};
  for (const [path, part] of Object.entries(reachable(users, Object.fromEntries(all), '#/components/'))) {
    const [group, name] = path.split('/') as [string, string];
    (used[group] ??= {})[name] = part;
  }
  return used;
}

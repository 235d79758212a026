import { stringify } from 'yaml';
import type { JsonObject } from '../../src/values/json.ts';
import { fileKinds, kindNamed, type KindName } from '../../src/kinds/registry.ts';

export const exampleOf = (kind: KindName): JsonObject => kindNamed(kind).example as JsonObject;

/** The folders in which the examples of the kinds expect each other. */
const PATHS: Partial<Record<KindName, string>> = {
  broadcast: 'broadcast.yaml',
  place: 'places/main-stage.yaml',
  host: 'hosts/lena-moreau.yaml',
  map: 'maps/harbour.yaml',
  media: 'media/bridge.yaml',
  interestPoint: 'interest-points/dock-hall.yaml',
};

export const examplePath = (kind: KindName): string => PATHS[kind] ?? `${kindNamed(kind).folder!}/example.yaml`;

/** The examples of all kinds as one valid broadcast. */
export const exampleFiles: Readonly<Record<string, string>> = {
  'media/bridge.jpg': 'x',
  'media/harbour-map.svg': '<svg/>',
  'media/fonts/bricolage-700.woff2': 'x',
  ...Object.fromEntries(fileKinds.map(({ name }) => [examplePath(name), stringify(exampleOf(name))])),
};

/**
 * Identifies the broadcast and the service that are managed, and the folder they are managed from. State, locks,
 * journals, plans and run notes carry it: nothing that was made for one target is used for another, even if they have
 * the same name.
 */
import { isObject, type JsonObject } from '../values/json.ts';
import { hasShape, objectOf, text } from '../values/shape.ts';
import { readStrictJson } from '../values/strict-json.ts';

/** The broadcast that is managed, and where it is. */
export interface TargetIdentity {
  /** The URL of the service; for the embedded one the id of its database, as `embedded:ID`. */
  readonly baseUrl: string;
  /** The id of the user. */
  readonly userId: string;
  /** The id of the broadcast. */
  readonly broadcastId: string;
  /** The folder of the configuration, from the top of its repository; empty at the top and without git. */
  readonly folder: string;
}

const PARTS = ['baseUrl', 'userId', 'broadcastId', 'folder'] as const satisfies readonly (keyof TargetIdentity)[];

export type IdentityPart = (typeof PARTS)[number];

const EMBEDDED = 'embedded:';

export const embeddedUrl = (databaseId: string): string => EMBEDDED + databaseId;

/** One spelling for equivalent values: the case of a host or an id, a final slash, a composed letter. */
export const normalIdentity = ({ baseUrl, userId, broadcastId, folder }: TargetIdentity): TargetIdentity => ({
  baseUrl: (URL.parse(baseUrl)?.href ?? baseUrl).replace(/\/+$/, ''),
  userId: userId.toLowerCase(),
  broadcastId: broadcastId.toLowerCase(),
  folder: folder.normalize('NFC'),
});

export const differingParts = (one: TargetIdentity, other: TargetIdentity): readonly IdentityPart[] =>
  PARTS.filter((part) => one[part] !== other[part]);

/** True if both manage the same broadcast, from any folder. */
export const isSameBroadcast = (one: TargetIdentity, other: TargetIdentity): boolean =>
  differingParts(one, other).every((part) => part === 'folder');

export const identityShape = objectOf<TargetIdentity>({ baseUrl: text, userId: text, broadcastId: text, folder: text });

export function readIdentity(value: unknown): TargetIdentity | undefined {
  if (!hasShape(value, identityShape)) return undefined;
  const { baseUrl, userId, broadcastId, folder } = value;
  return { baseUrl, userId, broadcastId, folder };
}

/** The identity in a JSON text; undefined for any other text. */
export function identityIn(json: string): TargetIdentity | undefined {
  const read = readStrictJson(json);
  return read.ok && isObject(read.value) ? readIdentity(read.value['identity']) : undefined;
}

/** As part of a file. */
export const identityJson = ({ ...parts }: TargetIdentity): JsonObject => parts;

/** `broadcastId 64b7… (here 64b8…)`, once for each part that differs. */
export function describeDifference(made: TargetIdentity, here: TargetIdentity): string {
  return differingParts(made, here)
    .map((part) => `${nameOf(part, made)} (here ${nameOf(part, here, true)})`)
    .join(', ');
}

function nameOf(part: IdentityPart, identity: TargetIdentity, isShort = false): string {
  const value = identity[part];
  if (part === 'folder') return folderName(value);
  if (part === 'baseUrl' && value.startsWith(EMBEDDED)) return `the database ${value.slice(EMBEDDED.length)}`;
  return isShort ? value : `${part} ${value}`;
}

export const folderName = (folder: string): string =>
  folder === '' ? 'the top folder of the repository' : `the folder ${folder}`;

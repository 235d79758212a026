/**
 * The object that records what is published in a bucket: it is written before the first change and after the last.
 *
 * One run at a time publishes there. Where the storage refuses a write whose condition does not hold, the record itself is
 * the lock. Some storages ignore such conditions: there, each run writes a claim under a name of its own and then lists all
 * claims, so of two runs that begin together at least one sees the other and stops.
 */
import { randomUUID } from 'node:crypto';
import { processFields } from '../../machine/processes.ts';
import * as is from '../../values/shape.ts';
import { digestText, siteFilesShape } from '../manifest.ts';
import { publicationShape } from '../publication.ts';
import type { Bucket } from './bucket.ts';

const claimFields = { by: is.object(processFields), at: is.instant };
const claimShape = is.object(claimFields);

/** The run that publishes, and since when. */
export type Claim = is.InferOf<typeof claimShape>;

const ownKey = is.shape<string>(
  'a key below .gitcast/',
  (value) => typeof value === 'string' && /^[\w.-]+\/[\w.-]+$/.test(value),
);

const pendingShape = is.object({
  ...claimFields,
  /** Everything that it may write or delete, including what earlier killed runs may have. */
  files: siteFilesShape,
  /** Its own objects below `.gitcast/`. */
  made: is.listOf(ownKey),
  /** It failed, and is certainly not running any more. */
  ended: is.optional(is.exactly(true)),
});

export type Pending = is.InferOf<typeof pendingShape>;

export const stateShape = is.object({
  version: is.exactly(1),
  live: is.optional(publicationShape),
  /** The run that is under way, or that was killed. */
  pending: is.optional(pendingShape),
  /** The key of the object with the content of each file that a rollback may need, by digest. */
  saved: is.recordOf(ownKey, digestText),
  /** The place where the storage was seen to refuse a write whose condition did not hold. */
  conditional: is.optional(is.text),
});

export type BucketState = is.InferOf<typeof stateShape>;

export const stateText = (state: BucketState): string => `${JSON.stringify(state)}\n`;

export interface Claimed {
  /** True if the storage honours conditions, so that claims are not needed. */
  readonly isConditional: boolean;
  /** The claims of other runs, by key; undefined for one that cannot be read. */
  readonly others: ReadonlyMap<string, Claim | undefined>;
  /** The key of our own. */
  readonly key: string;
}

/** Writes our claim and reads all others. */
export async function claim(bucket: Bucket, folder: string, ours: Claim): Promise<Claimed> {
  const key = `${folder}${randomUUID()}`;
  const body = Buffer.from(JSON.stringify(ours));
  await bucket.put(key, body, HEADERS);
  const isReplaced = (await bucket.replace(key, body.toString(), `"${'0'.repeat(32)}"`)) !== false;
  const isAdded = await bucket.add(key, body, HEADERS);
  const keys = (await bucket.list(folder)).filter((each) => each !== key);
  const others = keys.map(async (each) => [each, await readClaim(bucket, each)] as const);
  return { isConditional: !isReplaced && !isAdded, others: new Map(await Promise.all(others)), key };
}

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

async function readClaim(bucket: Bucket, key: string): Promise<Claim | undefined> {
  try {
    const value: unknown = JSON.parse((await bucket.read(key))?.text ?? '');
    return is.hasShape(value, claimShape) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

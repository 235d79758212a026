/** The object that records what is published in a bucket. It is written before the first change and after the last. */
import { processFields } from '../../machine/processes.ts';
import * as is from '../../values/shape.ts';
import { digestText, siteFilesShape, type SiteFiles } from '../manifest.ts';
import { publicationShape, type Publication } from '../publication.ts';
import type { Claim } from './claims.ts';

export interface BucketState {
  readonly version: 1;
  readonly live?: Publication;
  /** The run that is under way, or that was killed. */
  readonly pending?: Pending;
  /** The key of the object with the content of each file that a rollback may need, by digest. */
  readonly saved: Readonly<Record<string, string>>;
  /** The place where the storage was seen to refuse a write whose condition did not hold. */
  readonly conditional?: string;
}

export interface Pending extends Claim {
  /** Everything that it may write or delete, including what earlier killed runs may have. */
  readonly files: SiteFiles;
  /** Its own objects below `.gitcast/`. */
  readonly made: readonly string[];
  /** It failed, and is certainly not running any more. */
  readonly ended?: true;
}

const ownKey = is.shape<string>(
  'a key below .gitcast/',
  (value) => typeof value === 'string' && /^[\w.-]+\/[\w.-]+$/.test(value),
);

const saved: is.Shape<BucketState['saved']> = {
  check: (value) => is.recordOf(ownKey).check(value) ?? is.listOf(digestText).check(Object.keys(value as object)),
};

export const stateShape = is.objectOf<BucketState>({
  version: is.exactly(1),
  live: is.optional(publicationShape),
  pending: is.optional(
    is.objectOf<Pending>({
      by: is.objectOf(processFields),
      at: is.instant,
      files: siteFilesShape,
      made: is.listOf(ownKey),
      ended: is.optional(is.exactly(true)),
    }),
  ),
  saved,
  conditional: is.optional(is.text),
});

export const stateText = (state: BucketState): string => `${JSON.stringify(state)}\n`;

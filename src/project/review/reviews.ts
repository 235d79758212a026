/** The reviews of a target, on a ref that the code of a pull request has no permission to write. */
import { hostname, userInfo } from 'node:os';
import type { Config, Target } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { reviewShape, type Review } from '../../review/review.ts';
import { RecordRef } from '../../state/git/record-ref.ts';
import { describeMismatch, hasShape, mismatchOf } from '../../values/shape.ts';
import { readStrictJson } from '../../values/strict-json.ts';
import { knownIdentity } from '../target/identity.ts';
import { actorOf } from '../target/this-run.ts';
import { gitOf } from '../settings/project-git.ts';

export interface Reviews {
  /** The name of the ref, for display. */
  readonly where: string;
  readonly all: () => Promise<readonly Review[]>;
  /** The review with this number; undefined if there is none. */
  readonly find: (number: number) => Promise<Review | undefined>;
  /** Replaces the review with this number. `edit` may be called again if another clone was faster. */
  readonly edit: (number: number, edit: (review: Review | undefined) => Review | undefined) => Promise<void>;
}

export function openReviews(config: Config, target: Target): Reviews {
  const name = actorOf(config) ?? 'gitcast';
  const ref = new RecordRef({
    git: gitOf(config),
    sort: 'review',
    target: target.name,
    identity: knownIdentity(config, target),
    remote: config.stateRemote,
    author: { name, email: `${userInfo().username}@${hostname()}` },
  });
  const fileOf = (number: number): string => `${number}.json`;
  const find = async (number: number): Promise<Review | undefined> =>
    parsed((await ref.read()).get(fileOf(number)), `${ref.name}, ${fileOf(number)}`);
  return {
    where: ref.name,
    find,
    all: async () =>
      [...(await ref.read())]
        .map(([file, text]) => parsed(text, `${ref.name}, ${file}`)!)
        .toSorted((one, other) => one.number - other.number),
    edit: (number, edit) =>
      ref.change((records) => {
        const file = fileOf(number);
        const next = edit(parsed(records.get(file), `${ref.name}, ${file}`));
        const others = [...records].filter(([each]) => each !== file);
        return new Map(next === undefined ? others : [...others, [file, `${JSON.stringify(next, null, 2)}\n`]]);
      }, `review of ${number}\n`),
  };
}

function parsed(text: string | undefined, where: string): Review | undefined {
  if (text === undefined) return undefined;
  const review = readStrictJson(text);
  if (review.ok && hasShape(review.value, reviewShape)) return review.value;
  const why = review.ok ? describeMismatch(mismatchOf(review.value, reviewShape)!) : review.why;
  throw new UserError(`${where} is not a review that this version can read: ${why}`, {
    suggestion: 'run the plan job of the pull request again: it records the review anew',
  });
}

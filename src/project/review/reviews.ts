/** The reviews of a target, on a ref that the code of a pull request has no permission to write. */
import type { Config, Target } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { machineAddress } from '../../machine/user-name.ts';
import { readReview, type Review } from '../../plan/review/review.ts';
import { RecordRef } from '../../state/git/record-ref.ts';
import { digest } from '../../values/digest.ts';
import { knownIdentity } from '../../target/stores.ts';
import { actorOf } from '../../target/this-run.ts';
import { gitOf } from '../../repository/project-git.ts';

export interface Reviews {
  readonly all: () => Promise<readonly Review[]>;
  /** Replaces the review with this number. `edit` may be called again if another clone was faster. */
  readonly edit: (number: number, edit: (review: Review | undefined) => Review | undefined) => Promise<void>;
  /** Replaces those of the reviews with these numbers that are recorded, all at once. */
  readonly editAll: (
    numbers: readonly number[],
    edit: (reviews: readonly Review[]) => readonly Review[],
  ) => Promise<void>;
}

const textOf = (review: Review): string => `${JSON.stringify(review, null, 2)}\n`;

export function openReviews(config: Config, target: Target): Reviews {
  const name = actorOf(config) ?? 'gitcast';
  const identity = knownIdentity(config, target);
  const ref = new RecordRef({
    git: gitOf(config),
    sort: 'review',
    target: target.name,
    identity,
    remote: config.stateRemote,
    author: { name, email: machineAddress() },
  });
  const fileOf = (number: number): string => `${number}.json`;
  const read = (text: string, number: number) => readReview(text, { number, target: target.name, identity, digest });
  const parsed = (file: string, text: string): Review => {
    const found = read(text, Number(/^(\d+)\.json$/.exec(file)?.[1] ?? NaN));
    if ('review' in found) return found.review;
    throw new UserError(`${ref.name}, ${file} is not a review that this version can read: ${found.why}`, {
      suggestion: 'run the plan job of the pull request again: it records the review anew',
    });
  };
  return {
    all: async () =>
      [...(await ref.read())]
        .map(([file, text]) => parsed(file, text))
        .toSorted((one, other) => one.number - other.number),
    edit: (number, edit) =>
      ref.change((records) => {
        const file = fileOf(number);
        // A record that cannot be read counts as none, so that recording it anew is the way out.
        const known = read(records.get(file) ?? '', number);
        const next = edit('review' in known ? known.review : undefined);
        if (next === undefined && !records.has(file)) return records;
        const others = [...records].filter(([each]) => each !== file);
        return new Map(next === undefined ? others : [...others, [file, textOf(next)]]);
      }, `review of ${number}\n`),
    editAll: (numbers, edit) =>
      ref.change(
        (records) => {
          const files = new Set(numbers.map(fileOf));
          const named = [...records].filter(([file]) => files.has(file)).map(([file, text]) => parsed(file, text));
          const next = edit(named).map((review) => [fileOf(review.number), textOf(review)] as const);
          return new Map([...[...records].filter(([file]) => !files.has(file)), ...next]);
        },
        `reviews of ${numbers.join(', ')}\n`,
      ),
  };
}

/**
 * A plan, a state and a review that somebody edited: each of the edits is refused, or has no effect. Careless edits, which
 * leave the checksums as they are, are all refused. Careful ones compute them anew, and meet a sync that makes its own plan.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/diagnostics/errors.ts';
import type { Base } from '../../../src/model/base.ts';
import type { Change, Plan } from '../../../src/plan/plan.ts';
import { planText } from '../../../src/plan/saved/saved-plan.ts';
import { readSavedPlan, readShownPlan } from '../../../src/project/planning/saved-plan.ts';
import { coverageOf } from '../../../src/plan/review/use.ts';
import { isCovered, neededUnder } from '../../../src/plan/review/allowances.ts';
import { readReview, type Review } from '../../../src/plan/review/review.ts';
import { sealOf } from '../../../src/plan/review/plan-seal.ts';
import { decodeState, encodeState } from '../../../src/state/state-file.ts';
import { canonical } from '../../../src/values/canonical.ts';
import { digest } from '../../../src/values/digest.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { World } from '../world.ts';
import { resealed } from '../../project/planning/resealed.ts';
import { runs, SEED } from '../../seed.ts';
import { event, IDENTITY } from './sealed.ts';
import { drawFrom, TAMPERINGS, TEXT_TAMPERINGS } from './tampering.ts';

const COUNT = runs({ test: 200, proof: 1000 });
const folder = mkdtempSync(join(tmpdir(), 'gitcast-tampered-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GUARD = { count: 10, percent: 30 };
const TARGET = { name: 'test', identity: IDENTITY };

const BEFORE = {
  'places/quay.yaml': 'name: Quay\n',
  'events/opening.yaml': event('Opening', 'place_id: places/quay\n'),
  'events/closing.yaml': event('Closing'),
  'events/brunch.yaml': event('Brunch'),
  'articles/news.md': '---\ntitle: News\nstatus: published\n---\nText\n',
};
const { 'events/brunch.yaml': _brunch, ...KEPT } = BEFORE;
const AFTER = {
  ...KEPT,
  'places/quay.yaml': 'name: The quay\n',
  'events/opening.yaml': event('Grand opening', 'place_id: places/quay\n'),
  'events/parade.yaml': event('Parade', 'place_id: places/quay\n'),
  'articles/news.md': '---\ntitle: News\nstatus: published\n---\nMore text\n',
};

/** A plan that creates, updates and deletes, the target that it is for, and the review of it. */
function reviewed() {
  const world = new World();
  world.sync(BEFORE);
  const made = world.plan(AFTER, { choices: { allowReplace: true } });
  const seal = sealOf({ ...made, identity: IDENTITY }, digest);
  const plan: Plan = { ...made, identity: IDENTITY, digest: seal.digest };
  return { world, plan, review: reviewOf(plan, world.base) };
}

/** What the trusted job records of a plan. */
const reviewOf = (plan: Plan, base: Base): Review => ({
  version: 1,
  number: 12,
  commit: 'a'.repeat(40),
  seal: sealOf({ ...plan, identity: IDENTITY }, digest),
  needs: neededUnder(plan, { guard: GUARD, base }),
  guard: GUARD,
  recordedAt: '2027-06-01T00:00:00.000Z',
});

/** The first part of a sync of this plan that would refuse it, if this was reviewed. */
function refusal(plan: Plan, base: Base, review: Review): string | undefined {
  const seal = sealOf({ ...plan, identity: IDENTITY }, digest);
  const { uncovered, allowances } = coverageOf(seal, [review]);
  if (uncovered.length > 0) return 'not reviewed';
  return isCovered(neededUnder(plan, { guard: GUARD, base }), allowances) ? undefined : 'not allowed';
}

/** The message of the `UserError` that the function throws; undefined if it throws none. Any other error fails the test. */
function refused(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

/** `COUNT` edits of a value, each with its name, that are not the value itself. */
function* edits<T extends JsonObject>(value: T): Generator<{ readonly name: string; readonly edited: JsonObject }> {
  const draw = drawFrom(SEED);
  const same = canonical(value);
  for (let made = 0, turn = 0; made < COUNT; turn++) {
    const { name, edit } = TAMPERINGS[turn % TAMPERINGS.length]!;
    const edited = edit(value, draw);
    if (edited === undefined || canonical(edited) === same) continue;
    made += 1;
    yield { name: `${name} (edit ${made} of seed ${SEED})`, edited };
  }
}

const file = join(folder, 'plan.json');
const readText = (text: string): Plan => {
  writeFileSync(file, text);
  return readSavedPlan(file, TARGET);
};

const plain = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value)));

/** What a reviewer sees of a change. */
const shownOf = ({ address, action, id, from, fields, lost }: Change): string =>
  plain({
    address,
    action,
    id,
    from,
    lost,
    fields: fields.map(({ name, before, after, shown }) => ({ name, before, after, shown })),
  });

/** What is sent for a change. */
const sentFor = ({ address, action, id, from, after, pointers, secrets }: Change): string =>
  plain({ address, action, id, from, after, pointers, secrets });

const isApplied = ({ action }: Change): boolean => !['drift', 'conflict', 'manual'].includes(action);

describe(`${COUNT} edits`, () => {
  it('of a saved plan are all refused', () => {
    const { plan } = reviewed();
    const saved = JSON.parse(planText(plan)) as JsonObject;
    expect(readText(planText(plan))).toEqual(JSON.parse(JSON.stringify(plan)));
    const accepted: string[] = [];
    for (const { name, edited } of edits(saved)) {
      const text = JSON.stringify(edited);
      if (refused(() => readText(text)) === undefined || refused(() => readShownPlan(file)) === undefined)
        accepted.push(name);
    }
    expect(accepted).toEqual([]);
  });

  it('of a saved plan with everything computed anew are refused, or change nothing that a merge does', () => {
    const { plan, world } = reviewed();
    const accepted: string[] = [];
    const counts = { read: 0, merge: 0, harmless: 0 };
    for (const { name, edited } of edits(JSON.parse(JSON.stringify(plan)) as JsonObject)) {
      let recorded: Plan | undefined;
      // Something that cannot even be sealed is not a plan.
      const isPlan = sealable(edited);
      if (isPlan === undefined || refused(() => (recorded = readText(isPlan))) !== undefined) counts.read += 1;
      else if (refusal(plan, world.base, reviewOf(recorded!, world.base)) !== undefined) counts.merge += 1;
      else {
        // The merge applies its own plan, and every change of it was shown as it is.
        const shown = new Set(recorded!.changes.map(shownOf));
        if (plan.changes.filter(isApplied).every((change) => shown.has(shownOf(change)))) counts.harmless += 1;
        else accepted.push(name);
      }
    }
    expect(accepted).toEqual([]);
    expect(counts.read + counts.merge + counts.harmless).toBe(COUNT);
    expect(Math.min(counts.read, counts.merge)).toBeGreaterThan(COUNT / 20);
  });

  it('of a state are refused by the review of the plan, or lead to the same requests', () => {
    const { world, plan, review } = reviewed();
    const owner = { target: 'test', identity: IDENTITY };
    const accepted: string[] = [];
    const counts = { read: 0, plan: 0, harmless: 0 };
    for (const { name, edited } of edits(JSON.parse(encodeState(owner, world.base)) as JsonObject)) {
      let base: Base | undefined;
      const read = (): void => {
        const { identity, base: decoded } = decodeState(JSON.stringify(edited), { target: 'test', path: 'state.json' });
        if (canonical({ ...identity }) !== canonical({ ...IDENTITY })) throw new UserError('a different target');
        base = decoded;
      };
      if (refused(read) !== undefined) counts.read += 1;
      else {
        const made = world.plan(AFTER, { choices: { allowReplace: true }, input: { base: base! } });
        if (made.refusals.length > 0 || refusal(made, base!, review) !== undefined) counts.plan += 1;
        else {
          const known = new Set(plan.changes.map(sentFor));
          if (made.changes.filter(isApplied).every((change) => known.has(sentFor(change)))) counts.harmless += 1;
          else accepted.push(name);
        }
      }
    }
    expect(accepted).toEqual([]);
    expect(counts.read + counts.plan + counts.harmless).toBe(COUNT);
  });

  it('of the seal of a recorded review are refused, or cover nothing else', () => {
    const { plan, world, review } = reviewed();
    const expected = { number: 12, target: 'test', identity: IDENTITY, digest };
    const saved = JSON.parse(JSON.stringify(review)) as JsonObject;
    expect(readReview(JSON.stringify(saved), expected)).toEqual({ review: saved });
    // A plan that nobody reviewed: nothing makes an edited review cover it.
    const other = world.plan({ ...AFTER, 'events/closing.yaml': event('Cancelled') });
    const accepted: string[] = [];
    for (const { name, edited } of edits(saved)) {
      const read = readReview(JSON.stringify(edited), expected);
      if ('why' in read) continue;
      if (refusal({ ...other, identity: IDENTITY }, world.base, read.review) === undefined) accepted.push(name);
      // What it covers is what was reviewed.
      if (refusal(plan, world.base, read.review) === undefined)
        expect(new Set(read.review.seal.changes.map((change) => change.digest))).toEqual(
          new Set(review.seal.changes.map((change) => change.digest)),
        );
    }
    expect(accepted).toEqual([]);
  });

  it('of the text of a plan, a state or a review are all refused', () => {
    const { plan, world, review } = reviewed();
    const draw = drawFrom(SEED);
    const expected = { number: 12, target: 'test', identity: IDENTITY, digest };
    const state = encodeState({ target: 'test', identity: IDENTITY }, world.base);
    const readers: readonly (readonly [string, (text: string) => boolean])[] = [
      [planText(plan), (text) => refused(() => readText(text)) !== undefined],
      [state, (text) => refused(() => decodeState(text, { target: 'test', path: 'state.json' })) !== undefined],
      [JSON.stringify(review, null, 2), (text) => 'why' in readReview(text, expected)],
    ];
    const accepted: string[] = [];
    for (const [text, isRefused] of readers) {
      for (let turn = 0; turn < COUNT / 4; turn++) {
        const { name, edit } = TEXT_TAMPERINGS[turn % TEXT_TAMPERINGS.length]!;
        const edited = edit(text, draw);
        if (edited.trim() !== text.trim() && !isRefused(edited)) accepted.push(name);
      }
    }
    expect(accepted).toEqual([]);
  });
});

function sealable(edited: JsonObject): string | undefined {
  try {
    return resealed(edited as unknown as Plan);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

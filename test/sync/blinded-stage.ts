import type { Variant } from '../service/variants.ts';
import { meddle, type Passing } from './meddler.ts';
import { openStage, type Stage } from './stage.ts';

export const OPENING = {
  'events/opening.yaml': 'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n',
};

/** Its lists show no events until `see` is called, however slow the machine is. */
export async function blinded(
  settle: number,
  variants: readonly Variant[] = ['no-idempotency'],
): Promise<{ readonly stage: Stage; readonly see: () => void }> {
  const stage = await openStage({ files: OPENING, variants });
  let isBlind = true;
  const blind = (passing: Passing): Passing =>
    isBlind && passing.path.startsWith('/v1/events?')
      ? { ...passing, body: '{"data":[],"total":0,"limit":200,"offset":0}' }
      : passing;
  await meddle(stage, blind, { settle });
  return { stage, see: () => void (isBlind = false) };
}

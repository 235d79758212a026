/** Countdown and weather. */
import type { BlockOf } from '../../kinds/shapes/block.ts';
import { epochOf } from '../../values/instants.ts';
import { dateView, type DateView } from '../parts/cards.ts';
import type { Clock } from '../site-clock.ts';
import { linkOf, type Link } from '../links/navigator-links.ts';
import type { Scope } from '../scope.ts';
import type { AnyBlock, SiteBlocks } from './block-type.ts';

interface CountdownBlock extends AnyBlock<'countdown'> {
  readonly items: readonly CountdownItem[];
}

interface CountdownItem {
  readonly date: DateView;
  readonly time: string;
  readonly zone: string;
  readonly label?: string | undefined;
  readonly link?: Link | undefined;
  /** The time left when the site was built. Undefined if the moment has passed. */
  readonly left?: string | undefined;
  /** True if the moment has passed, and so has the whole programme. */
  readonly isOver: boolean;
  /** When the whole programme ends. */
  readonly ends?: string | undefined;
}

const UNITS = [
  { unit: 'day', length: 86_400_000 },
  { unit: 'hour', length: 3_600_000 },
  { unit: 'minute', length: 60_000 },
] as const;

/** In the largest unit that fits, rounded down. */
export function timeLeft(instant: number, clock: Clock) {
  if (clock.hasCome(instant)) return undefined;
  for (const { unit, length } of UNITS) {
    const amount = clock.unitsUntil(instant, length);
    if (amount > 0 || unit === 'minute') return { amount, unit };
  }
  return undefined;
}

interface MeteoBlock extends AnyBlock<'meteo'> {
  readonly items: readonly MeteoItem[];
}

export interface MeteoItem {
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly position: string;
  readonly forecastUrl: string;
}

export type MomentBlock = CountdownBlock | MeteoBlock;

export const momentBlocks: SiteBlocks<MomentBlock> = {
  countdown: {
    view: ({ values }, { scope }) => {
      const { clock, programmeEnd } = scope.site;
      const items = (values ?? []).map(({ date, label, navigator }) => {
        const instant = epochOf(date);
        const left = timeLeft(instant, clock);
        return {
          date: dateView(instant, scope),
          time: scope.dates.time(instant),
          zone: scope.dates.zone([instant]),
          ...(label && { label }),
          link: linkOf(navigator, scope),
          ...(left && { left: scope.strings.countdown.left(left.amount, left.unit) }),
          isOver: !left && programmeEnd !== undefined && clock.hasCome(programmeEnd),
          ...(programmeEnd !== undefined && { ends: scope.dates.machine(programmeEnd) }),
        };
      });
      return { items };
    },
    sample: ({ site }) => [{ date: new Date(site.clock.now + 864e6).toISOString(), label: 'In ten days' }],
  },
  meteo: {
    view: (block, { scope }) => ({ items: meteoItems(block, scope) }),
    sample: () => [{ label: 'The harbour', latitude: 46.62, longitude: -1.86 }],
  },
};

export const meteoItems = ({ values }: BlockOf<'meteo'>, { dates, strings }: Scope): readonly MeteoItem[] =>
  (values ?? []).map(({ label, latitude, longitude }) => {
    const position = strings.meteo.position(dates.number(latitude), dates.number(longitude));
    return {
      label: label ?? position,
      latitude,
      longitude,
      position,
      forecastUrl: `https://www.yr.no/en/forecast/daily-table/${latitude},${longitude}`,
    };
  });

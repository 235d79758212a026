/** Countdown and weather. */
import type { Block } from '../../kinds/shapes/block.ts';
import { epochOf } from '../../values/instants.ts';
import { dateView } from '../parts/cards.ts';
import type { Clock } from '../clock.ts';
import { linkOf } from '../links/navigators.ts';
import type { Scope } from '../scope.ts';
import type { CountdownItem, MeteoItem } from './view.ts';

type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;

export function countdownItems({ values }: BlockOf<'countdown'>, scope: Scope): readonly CountdownItem[] {
  const { clock, programmeEnd } = scope.site;
  return (values ?? []).map(({ date, label, navigator }) => {
    const instant = epochOf(date);
    const link = linkOf(navigator, scope);
    const left = timeLeft(instant, clock);
    return {
      date: dateView(date, scope),
      time: scope.dates.time(instant),
      zone: scope.dates.zone([instant]),
      ...(label && { label }),
      ...(link && { link }),
      ...(left && { left: scope.strings.countdown.left(left.amount, left.unit) }),
      isOver: !left && programmeEnd !== undefined && clock.hasCome(programmeEnd),
      ...(programmeEnd !== undefined && { ends: scope.dates.machine(programmeEnd) }),
    };
  });
}

const UNITS = [
  { unit: 'day', length: 86_400_000 },
  { unit: 'hour', length: 3_600_000 },
  { unit: 'minute', length: 60_000 },
] as const;

export interface TimeLeft {
  readonly amount: number;
  readonly unit: (typeof UNITS)[number]['unit'];
}

/** In the largest unit that fits, rounded down. */
export function timeLeft(instant: number, clock: Clock): TimeLeft | undefined {
  if (clock.hasCome(instant)) return undefined;
  for (const { unit, length } of UNITS) {
    const amount = clock.unitsUntil(instant, length);
    if (amount > 0 || unit === 'minute') return { amount, unit };
  }
  return undefined;
}

export function meteoItems({ values }: BlockOf<'meteo'>, { dates, strings }: Scope): readonly MeteoItem[] {
  return (values ?? []).map(({ label, latitude, longitude }) => {
    const position = strings.meteo.position(dates.number(latitude), dates.number(longitude));
    return {
      label: label ?? position,
      latitude,
      longitude,
      position,
      forecastUrl: `https://www.yr.no/en/forecast/daily-table/${latitude},${longitude}`,
    };
  });
}

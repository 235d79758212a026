/** Calendar files (RFC 5545): the whole programme, or one entry of it. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { plainLines } from '../../markdown/plain-text.ts';
import { ownTitle, textOf, titleIn } from '../parts/page-fields.ts';
import type { Slot } from '../programme.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Site } from '../site.ts';
import { absoluteUrl, entityPath, localePath } from '../links/urls.ts';

export function calendarFile(slots: readonly Slot[], site: Site, locale: Locale): string {
  const scope = scopeOf(site, { locale, page: '/calendar.ics' });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//gitcast//site//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(site.root.name)}`,
    `X-WR-TIMEZONE:${site.timezone}`,
    ...slots.flatMap((slot) => eventLines(slot, scope)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(slot: Slot, scope: Scope): readonly string[] {
  const { site, locale } = scope;
  const { entity } = slot;
  const host = site.url === undefined ? 'gitcast' : new URL(site.url).host;
  const page = localePath(entityPath(entity), locale, site.locales);
  const description = textOf(entity, scope);
  return [
    'BEGIN:VEVENT',
    `UID:${entity.address.replaceAll('/', '.')}@${host}`,
    // The time of the last revision is unknown, and the build time would make every build different.
    `DTSTAMP:${stamp(slot.start)}`,
    `DTSTART:${stamp(slot.start)}`,
    `DTEND:${stamp(slot.end)}`,
    `SUMMARY:${escaped(ownTitle(entity, scope)?.text ?? '')}`,
    ...(description ? [`DESCRIPTION:${escaped(plainLines(description.text))}`] : []),
    ...(slot.where ? [`LOCATION:${escaped(titleIn(slot.where, scope).text)}`] : []),
    ...(site.url === undefined ? [] : [`URL:${absoluteUrl(site.url, page)}`]),
    'END:VEVENT',
  ];
}

const stamp = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n?|\n/g, '\\n');

const MOST_OCTETS = 74;

/** Folds lines longer than 75 octets; the next line starts with a space. Characters are never split. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0)!);
    if (octets + size > MOST_OCTETS) {
      parts.push(part);
      part = '';
      octets = 0;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

const octetsOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

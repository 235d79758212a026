/** A site that records the questions it is asked, so that they can be asked again after the content has changed. */
import { isObject } from '../values/json.ts';
import type { Clock } from './clock.ts';
import type { Site } from './site.ts';

export interface Question {
  /** Questions with the same name have the same answer. */
  readonly name: string;
  readonly ask: (site: Site) => unknown;
}

export type Note = (name: string, ask: Question['ask']) => void;

/** Values from the configuration are not recorded: a changed configuration makes a new site. */
export function observedSite(site: Site, note: Note): Site {
  return {
    kinds: site.kinds,
    url: site.url,
    gallery: site.gallery,
    timezone: site.timezone,
    locales: site.locales,
    clock: observedClock(site.clock, note),
    root: observedFields(site.root, note, 'root', (from) => from.root),
    get rootEntity() {
      note('root entity', (from) => from.rootEntity);
      return site.rootEntity;
    },
    get words() {
      note('words', (from) => from.words);
      return site.words;
    },
    get isPrivate() {
      note('private', (from) => from.isPrivate);
      return site.isPrivate;
    },
    of(kind) {
      note(`of ${kind}`, (from) => from.of(kind));
      return site.of(kind);
    },
    has(kind) {
      note(`has ${kind}`, (from) => from.has(kind));
      return site.has(kind);
    },
    find(kind, pointer) {
      if (pointer == null) return undefined;
      note(`find ${kind} ${pointer}`, (from) => from.find(kind, pointer));
      return site.find(kind, pointer);
    },
    entity(address) {
      note(`entity ${address}`, (from) => from.entity(address));
      return site.entity(address);
    },
    media(name) {
      // The only thing a page reads from the file itself is the size of its picture.
      note(`media ${name}`, (from) => sizeIn(from, name));
      return site.media(name);
    },
    get programme() {
      note('programme', (from) => from.programme);
      return site.programme;
    },
    slotOf(address) {
      note(`slot of ${address}`, (from) => from.slotOf(address));
      return site.slotOf(address);
    },
    slotsAt(place) {
      note(`slots at ${place}`, (from) => from.slotsAt(place));
      return site.slotsAt(place);
    },
    slotsWith(host) {
      note(`slots with ${host}`, (from) => from.slotsWith(host));
      return site.slotsWith(host);
    },
    meanwhile(address) {
      note(`meanwhile ${address}`, (from) => from.meanwhile(address));
      return site.meanwhile(address);
    },
  };
}

function sizeIn(site: Site, name: string): string | undefined {
  const file = site.media(name);
  if (!file) return undefined;
  const size = file.imageSize();
  return size ? `${size.width} × ${size.height}` : 'a file';
}

function observedClock(clock: Clock, note: Note): Clock {
  return {
    get now() {
      note('now', (from) => from.clock.now);
      return clock.now;
    },
    hasCome(instant) {
      note(`has come ${instant}`, (from) => from.clock.hasCome(instant));
      return clock.hasCome(instant);
    },
    get nextChange() {
      return clock.nextChange;
    },
  };
}

/** Recorded part by part, because its colours are in the style sheet and not on pages. */
const ASKED_BY_PART = 'theme';

function observedFields<F extends object>(fields: F, note: Note, name: string, from: (site: Site) => object): F {
  return new Proxy(fields, {
    get(_, key) {
      const value = Reflect.get(fields, key) as unknown;
      if (typeof key !== 'string') return value;
      const path = `${name}.${key}`;
      const ask = (site: Site): unknown => Reflect.get(from(site), key);
      if (key === ASKED_BY_PART && isObject(value)) {
        note(`${path}?`, (site) => isObject(ask(site)));
        return observedFields(value, note, path, (site) => {
          const part = ask(site);
          return isObject(part) ? part : {};
        });
      }
      note(path, ask);
      return value;
    },
    has(_, key) {
      note(`${name}.${String(key)}?`, (site) => Reflect.has(from(site), key));
      return Reflect.has(fields, key);
    },
    ownKeys() {
      note(`${name}.*`, from);
      return Reflect.ownKeys(fields);
    },
  });
}

/** What a page can ask of its site, as values: they can be kept, compared, and answered again by another site. */
import { assertNever } from '../diagnostics/errors.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { isObject } from '../values/json.ts';
import type { Site } from './site.ts';

export type SiteQuestion =
  | {
      readonly type:
        | 'root-entity'
        | 'words'
        | 'location'
        | 'translations'
        | 'is-private'
        | 'programme'
        | 'programme-days'
        | 'programme-end'
        | 'programme-years'
        | 'has-large-programme'
        | 'now'
        | 'revised'
        | 'has-history'
        | 'history-head'
        | 'changes'
        | 'revisions'
        | 'all-names';
    }
  | { readonly type: 'strings'; readonly locale: string }
  | { readonly type: 'of' | 'has'; readonly kind: KindName }
  | { readonly type: 'find'; readonly kind: KindName; readonly pointer: string }
  | {
      readonly type:
        | 'entity'
        | 'slot-of'
        | 'slots-at'
        | 'slots-with'
        | 'meanwhile'
        | 'neighbours'
        | 'revision'
        | 'names-of';
      readonly address: string;
    }
  | { readonly type: 'name-of' | 'shares-text' | 'room-name'; readonly address: string; readonly locale: Locale }
  /** Of the file itself a page only ever asks how large its picture is. */
  | { readonly type: 'media-size'; readonly name: string }
  | { readonly type: 'has-come'; readonly instant: number }
  /** Of the broadcast: the value at a path, whether there is one, and whether it has parts of its own. */
  | { readonly type: 'field' | 'has-field' | 'has-parts'; readonly path: readonly string[] };

/** Two questions with one key have one answer. */
export type QuestionKey = string & { readonly question: unique symbol };

type Part = string | number | readonly string[];

/**
 * Works for every union of questions: the type decides which parts follow, and no name contains the sign between them.
 * Pages ask so often that JSON, four times as slow, would show.
 */
export function questionKey(question: { readonly type: string }): QuestionKey {
  let key = '';
  const parts = question as Readonly<Record<string, Part>>;
  for (const name in parts) {
    const part = parts[name]!;
    key += `${typeof part === 'object' ? part.join('\0') : part}\0`;
  }
  return key as QuestionKey;
}

export function answerOf(question: SiteQuestion, site: Site): unknown {
  switch (question.type) {
    case 'root-entity':
      return site.rootEntity;
    case 'words':
      return site.words;
    case 'location':
      return site.location;
    case 'translations':
      return site.translations;
    case 'strings':
      return site.strings(question.locale);
    case 'is-private':
      return site.isPrivate;
    case 'programme':
      return site.programme;
    case 'programme-days':
      return site.programmeDays;
    case 'programme-end':
      return site.programmeEnd;
    case 'programme-years':
      return site.programmeYears;
    case 'has-large-programme':
      return site.hasLargeProgramme;
    case 'now':
      return site.clock.now;
    case 'revised':
      return site.revised;
    case 'has-history':
      return site.history !== undefined;
    case 'history-head':
      return site.history?.head;
    case 'changes':
      return site.history?.changes;
    case 'revisions':
      return site.history?.revisions;
    case 'all-names':
      return site.history?.names;
    case 'revision':
      return site.history?.revisions.get(question.address);
    case 'names-of':
      return site.history?.names.get(question.address);
    case 'of':
      return site.of(question.kind);
    case 'has':
      return site.has(question.kind);
    case 'find':
      return site.find(question.kind, question.pointer);
    case 'entity':
      return site.entity(question.address);
    case 'slot-of':
      return site.slotOf(question.address);
    case 'slots-at':
      return site.slotsAt(question.address);
    case 'slots-with':
      return site.slotsWith(question.address);
    case 'meanwhile':
      return site.meanwhile(question.address);
    case 'neighbours':
      return site.neighbours(question.address);
    case 'name-of':
      return site.nameOf(question.address, question.locale);
    case 'shares-text':
      return site.sharesText(question.address, question.locale);
    case 'room-name':
      return site.roomName(question.address, question.locale);
    case 'media-size':
      return sizeIn(site, question.name);
    case 'has-come':
      return site.clock.hasCome(question.instant);
    case 'field':
      return partAt(site.root, question.path);
    case 'has-field':
      return hasField(site.root, question.path);
    case 'has-parts':
      return isObject(partAt(site.root, question.path));
    default:
      return assertNever(question);
  }
}

function sizeIn(site: Site, name: string): string | undefined {
  const file = site.media(name);
  if (!file) return undefined;
  const size = file.imageSize();
  return size ? `${size.width} × ${size.height}` : 'a file';
}

const partAt = (root: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), root);

function hasField(root: object, path: readonly string[]): boolean {
  const holder = partAt(root, path.slice(0, -1));
  return isObject(holder) && Reflect.has(holder, path.at(-1)!);
}

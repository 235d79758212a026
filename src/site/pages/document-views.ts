/**
 * Chooses the view model of a document's page: that of a programme entry, the special one that its kind names, or the
 * general one. A kind needs a special one only to show more than its own fields.
 */
import type { SpecialView } from '../../kinds/shown.ts';
import type { Entity } from '../../model/broadcast.ts';
import type { Typed } from '../../model/entities.ts';
import { pageOf } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import type { Site } from '../site.ts';
import { composeArticle, type Neighbours } from './articles.ts';
import { composeDocument, composeHost, composeMap, composePlace } from './documents.ts';
import { composeSlot } from './programme.ts';
import type { Composed, PageBody } from './view.ts';

interface DocumentView {
  /** The values that the list of pages passes to it; it asks the site for everything else. */
  readonly about: readonly unknown[];
  readonly compose: (scope: Scope) => Composed;
}

interface Around extends Neighbours {
  readonly site: Site;
}

export function documentView(entity: Entity, around: Around): DocumentView {
  const { programme, view, template } = pageOf(entity);
  const make = programme ? slotPage : view === undefined ? documentPage : VIEWS[view];
  const { about, compose } = make(entity, around);
  return { about, compose: template === undefined ? compose : (scope) => called(template, compose(scope)) };
}

/** The type of a body is the name of its template. Layouts and style sheets use it too. */
const called = (template: string, { body, ...composed }: Composed): Composed => ({
  ...composed,
  body: { ...body, type: template } as PageBody,
});

type Make = (entity: Entity, around: Around) => DocumentView;

const documentPage: Make = (entity) => ({ about: [entity], compose: (scope) => composeDocument(entity, scope) });

const slotPage: Make = (entity, { site }) => {
  const slot = site.slotOf(entity.address)!;
  return { about: [slot], compose: (scope) => composeSlot(slot, scope) };
};

const VIEWS: { readonly [V in SpecialView]: Make } = {
  article: (entity, { newer, older }) => ({
    about: [entity, newer, older],
    compose: (scope) => composeArticle(entity, { newer, older }, scope),
  }),
  host: (entity) => ({ about: [entity], compose: (scope) => composeHost(entity as Typed<'host'>, scope) }),
  place: (entity) => ({ about: [entity], compose: (scope) => composePlace(entity, scope) }),
  map: (entity) => ({ about: [entity], compose: (scope) => composeMap(entity as Typed<'map'>, scope) }),
};

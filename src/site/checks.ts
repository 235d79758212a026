/** Problems between visible content and hidden content. */
import { isObject, valueAt, type Path } from '../values/json.ts';
import { oncePer } from '../values/once-per.ts';
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileSchema } from '../kinds/file-form.ts';
import type { Query } from '../kinds/shapes/navigator.ts';
import { walk } from '../kinds/walk.ts';
import { linksIn } from '../markdown/links.ts';
import type { Broadcast, Entity, Pointer } from '../model/broadcast.ts';
import { hiddenBecause } from '../model/traits.ts';
import { linkTarget } from '../model/link-target.ts';
import { hiddenPointer } from '../model/rules/values/hidden-targets.ts';
import { textsOf } from '../model/texts.ts';
import { siteProblem } from './problems.ts';
import { runQuery } from './query.ts';
import { shownOf } from './documents.ts';
import type { Site } from './site.ts';

export function checkSite(site: Site, { entities }: Pick<Broadcast, 'entities'>): readonly Diagnostic[] {
  const visible = site.kinds.flatMap((kind) => shownOf(site, kind));
  const mayLink = mayLinkTo([...entities.values()].filter((entity) => !isShown(entity, site)));
  return [
    ...privateSite(site),
    ...visible.flatMap((entity) => [
      ...hiddenPointers(entity, site),
      ...hiddenLinks(entity, site, mayLink),
      ...refusedQueries(entity.document, site.timezone),
    ]),
  ];
}

function privateSite({ isPrivate, rootEntity }: Site): readonly Diagnostic[] {
  if (!isPrivate || !rootEntity) return [];
  const at = rootEntity.document.source.valueSpan(['isPrivate']);
  return [siteProblem('private-site', at, 'this broadcast is private, but anyone with its address can read the site')];
}

function hiddenPointers(entity: Entity, site: Site): readonly Diagnostic[] {
  const { source } = entity.document;
  return [...entity.pointers, ...localPointers(entity)].flatMap(({ path, to }) => {
    const target = 'address' in to ? site.entity(to.address) : undefined;
    if (!target || isShown(target, site)) return [];
    const span = valueAt(entity.document.data, path) === undefined ? wholeFile(source.file) : source.valueSpan(path);
    return [hiddenPointer(target.address, reasonOf(target), span)];
  });
}

/** Settings that the service never gets, but the site follows. */
const localPointers = ({ local: { hosts = [], map } }: Entity): readonly Pointer[] => [
  ...hosts.map((address, index) => ({ path: ['$hosts', index], to: { address } })),
  ...(map === undefined ? [] : [{ path: ['$map'], to: { address: map } }]),
];

const isShown = ({ kind, address }: Entity, site: Site): boolean => site.find(kind, address) !== undefined;

/** With more of them, looking for each takes as long as parsing. */
const FEW = 50;
const ESCAPED = /[%\\]|&#/;

/** False for a text that cannot have a link to any of these documents. Parsing all texts takes as long as half a build. */
function mayLinkTo(documents: readonly Entity[]): (text: string) => boolean {
  const names = documents.map(({ address }) => address.slice(address.lastIndexOf('/') + 1));
  if (names.length === 0) return () => false;
  return (text) => names.length > FEW || ESCAPED.test(text) || names.some((name) => text.includes(name));
}

/** The same for a link inside a text: the page shows only its words. */
function hiddenLinks(entity: Entity, site: Site, mayLink: (text: string) => boolean): readonly Diagnostic[] {
  const texts = textsOf(entity).filter(({ text }) => mayLink(text));
  return texts.flatMap(({ text, spanOf }) =>
    linksIn(text).flatMap(({ url, place }) => {
      const isDocument = (address: string): boolean => site.entity(address) !== undefined;
      const link = linkTarget(url, { from: entity.address, isDocument });
      const target = link.type === 'document' ? site.entity(link.address)! : undefined;
      if (!target || !target.document.declaration.page || isShown(target, site)) return [];
      return [hiddenPointer(target.address, reasonOf(target), spanOf(place))];
    }),
  );
}

const reasonOf = (entity: Entity): string =>
  hiddenBecause(entity) ?? (entity.document.declaration.visibility?.until ? 'not active now' : 'scheduled for later');

/** The queries of one document that cannot be run. */
export function refusedQueries(document: Entity['document'], timezone: string): readonly Diagnostic[] {
  return queriesOf(document).flatMap(({ query, path }) => {
    const result = runQuery([], query, timezone);
    if (result.type === 'found') return [];
    const at = document.source.valueSpan(path);
    return [siteProblem('query-refused', at, `this query cannot be run: ${result.reason}`)];
  });
}

const queriesOf = oncePer(({ declaration, data }: Entity['document']) => {
  const found: { readonly query: Query; readonly path: Path }[] = [];
  walk(fileSchema(declaration), data, ({ shape, value, path }) => {
    if (shape === 'Query' && isObject(value)) found.push({ query: value as Query, path });
  });
  return found;
});

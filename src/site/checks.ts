/** What is wrong between the visible content and the rest of it. */
import { isObject, valueAt, type Path } from '../diagnostics/json.ts';
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { kindNamed, kinds } from '../kinds/registry.ts';
import type { Query } from '../kinds/shapes/navigator.ts';
import { walk } from '../kinds/walk.ts';
import type { Entity } from '../model/broadcast.ts';
import { perEntity } from '../model/per-entity.ts';
import { siteProblem } from './problems.ts';
import { runQuery } from './query.ts';
import type { Site } from './site.ts';

export function checkSite(site: Site): readonly Diagnostic[] {
  const visible = kinds.flatMap(({ name }) => site.of(name) as unknown as readonly Entity[]);
  return [
    ...privateSite(site),
    ...visible.flatMap((entity) => [...hiddenPointers(entity, site), ...refusedQueries(entity, site)]),
  ];
}

function privateSite({ isPrivate, rootEntity }: Site): readonly Diagnostic[] {
  if (!isPrivate || !rootEntity) return [];
  const at = rootEntity.document.source.valueSpan(['isPrivate']);
  return [siteProblem('private-site', at, 'this broadcast is private, and its site can be read by whoever finds it')];
}

function hiddenPointers(entity: Entity, site: Site): readonly Diagnostic[] {
  const { source } = entity.document;
  return entity.pointers.flatMap(({ path, to }) => {
    const target = 'address' in to ? site.entity(to.address) : undefined;
    if (!target || site.find(target.kind, target.address)) return [];
    const span = valueAt(entity.fields, path) === undefined ? wholeFile(source.file) : source.valueSpan(path);
    return [
      siteProblem(
        'hidden-pointer',
        span,
        `${target.address} is ${reasonOf(target)}, so this is no link on the site`,
        'publish it, or remove the pointer until then',
      ),
    ];
  });
}

function reasonOf({ kind, fields }: Entity): string {
  if (fields['isPrivate'] === true) return 'private';
  if (fields['status'] !== 'published') return 'a draft';
  return kind === 'campaign' ? 'not running' : 'scheduled for later';
}

function refusedQueries(entity: Entity, site: Site): readonly Diagnostic[] {
  return queriesOf(entity).flatMap(({ query, path }) => {
    const result = runQuery([], query, site.timezone);
    if (result.type === 'found') return [];
    const at = entity.document.source.valueSpan(path);
    return [siteProblem('query-refused', at, `this query cannot be run: ${result.reason}`)];
  });
}

const queriesOf = perEntity(({ kind, fields }) => {
  const found: { readonly query: Query; readonly path: Path }[] = [];
  walk(fileSchema(kindNamed(kind)), fields, ({ shape, value, path }) => {
    if (shape === 'Query' && isObject(value)) found.push({ query: value as Query, path });
  });
  return found;
});

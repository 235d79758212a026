import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Entity } from '../../broadcast.ts';
import { isArticleListPage, siteAddress } from '../../site-paths.ts';
import { comparedIn, type BroadcastRule, type Compared } from '../rule.ts';

export const sameIds: BroadcastRule = {
  codes: ['same-id'],
  check: (read) =>
    clashes(comparedIn(read, ({ kind, local }) => (local.id ? `${kind} ${local.id}` : undefined))).map(
      ([{ document }, { document: first }]) =>
        diagnose('same-id', document.source.valueSpan(['$id']), `${first.source.file} is bound to the same id`, {
          notes: [{ message: 'the other one', at: first.source.valueSpan(['$id']) }],
          suggestion: 'remove `$id` from one of them',
        }),
    ),
};

export const sameUrls: BroadcastRule = {
  codes: ['same-url'],
  check(read) {
    const addressed = comparedIn(read, siteAddress);
    return [
      ...clashes(addressed).map(([entity, first]) => sameUrl(entity, first)),
      ...addressed
        .filter(({ values }) => isArticleListPage(values))
        .map(({ entity, values }) => likeListPage(entity, values)),
    ];
  },
};

/** However many articles there are today: the site must not fail the day that one more is published. */
const likeListPage = ({ document }: Entity, path: string): Diagnostic =>
  diagnose('same-url', document.source.valueSpan(['$slug']), `/${path}/ is for the pages of the list of articles`, {
    suggestion: 'choose a different `$slug`',
  });

function sameUrl(entity: Entity, first: Entity): Diagnostic {
  const [culprit, other] = entity.local.slug === undefined ? [first, entity] : [entity, first];
  return diagnose(
    'same-url',
    culprit.document.source.valueSpan(['$slug']),
    `${other.document.source.file} has the same address on the site`,
    { suggestion: 'choose a different `$slug`' },
  );
}

/** Each document with the same value as an earlier one, and the first of these. */
function clashes(documents: readonly Compared<string>[]): readonly (readonly [Entity, Entity])[] {
  const firsts = new Map<string, Entity>();
  return documents.flatMap(({ entity, values: key }) => {
    const first = firsts.get(key);
    if (!first) firsts.set(key, entity);
    return first ? [[entity, first] as const] : [];
  });
}

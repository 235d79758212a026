import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/entities.ts';
import { cardOf } from '../parts/cards.ts';
import { publishedAt } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { screenTitle } from '../text/titles.ts';
import { hasFeeds } from '../seo-defaults.ts';
import { articleListPath } from '../links/urls.ts';
import type { Composed } from './view.ts';

export const ARTICLES_A_PAGE = 12;

/** Newest first. Documents without a date come last. */
export function newestFirst(documents: readonly Entity[]): readonly Entity[] {
  const dated = documents.map((entity) => ({ entity, date: dateOf(entity) }));
  return dated
    .sort((a, b) => b.date - a.date || (a.entity.address < b.entity.address ? -1 : 1))
    .map(({ entity }) => entity);
}

const dateOf = perEntity((entity) => publishedAt(entity) ?? 0);

interface Sheet {
  readonly articles: readonly Entity[];
  readonly number: number;
  readonly total: number;
}

export function composeArticles({ articles, number, total }: Sheet, scope: Scope): Composed {
  const { site, locale, strings, dates } = scope;
  return {
    title: { text: screenTitle('articles', scope).text },
    ...(number > 1 && { subtitle: strings.articles.page(dates.number(number), dates.number(total)) }),
    body: {
      type: 'articles',
      cards: articles.map((article) => cardOf(article, scope)),
      number,
      total,
      ...(number > 1 && { newer: scope.link(articleListPath(number - 1)) }),
      ...(number < total && { older: scope.link(articleListPath(number + 1)) }),
      ...(hasFeeds(site, locale) && { feed: scope.link('/feed.xml') }),
    },
  };
}

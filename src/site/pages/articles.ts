import type { Entity } from '../../model/broadcast.ts';
import { epochOf } from '../../values/instants.ts';
import { perEntity } from '../../model/entities.ts';
import { cardOf, dateView } from '../parts/cards.ts';
import { listLink } from '../lists.ts';
import { pictureOf, publishedAt, summaryOf, textOf, titleIn } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { screenTitle } from '../text/titles.ts';
import { mayIndex } from '../seo-defaults.ts';
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

const dateOf = perEntity((entity) => {
  const published = publishedAt(entity);
  return published === undefined ? 0 : epochOf(published);
});

export interface Neighbours {
  readonly newer: Entity | undefined;
  readonly older: Entity | undefined;
}

export function composeArticle(article: Entity, { newer, older }: Neighbours, scope: Scope): Composed {
  const published = publishedAt(article);
  const media = pictureOf(article, scope);
  return {
    title: titleIn(article, scope),
    description: summaryOf(article, scope)?.text,
    image: media,
    up: listLink(article.document.declaration, scope),
    body: {
      type: 'article',
      ...(published && { date: dateView(published, scope) }),
      media,
      body: textOf(article, scope) ?? { text: '' },
      ...(newer && { newer: cardOf(newer, scope) }),
      ...(older && { older: cardOf(older, scope) }),
    },
  };
}

interface Sheet {
  readonly articles: readonly Entity[];
  readonly number: number;
  readonly total: number;
}

export function composeArticles({ articles, number, total }: Sheet, scope: Scope): Composed {
  const { site, locale, strings, dates } = scope;
  const hasFeed = site.url !== undefined && mayIndex(site, locale);
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
      ...(hasFeed && { feed: scope.link('/feed.xml') }),
    },
  };
}

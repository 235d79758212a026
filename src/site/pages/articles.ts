import type { Entity } from '../../model/broadcast.ts';
import type { Typed } from '../../model/entities.ts';
import { epochOf } from '../../model/instant.ts';
import { perEntity } from '../../model/per-entity.ts';
import { articleCard, dateView } from '../cards.ts';
import { textIn } from '../localise.ts';
import { mediaView } from '../media.ts';
import { internal } from '../navigators.ts';
import type { Scope } from '../scope.ts';
import { screenTitle } from '../screen-title.ts';
import { shortText } from '../short-text.ts';
import type { Site } from '../site.ts';
import { mayIndex } from '../seo.ts';
import { articleListPath, localePath, screenPath } from '../urls.ts';
import type { Composed } from './view.ts';

export const ARTICLES_A_PAGE = 12;

/** The newest first; what has no date comes last. */
export function newestFirst(site: Site): readonly Typed<'article'>[] {
  const dated = site.of('article').map((article) => ({ article, date: dateOf(article as unknown as Entity) }));
  return dated
    .sort((a, b) => b.date - a.date || (a.article.address < b.article.address ? -1 : 1))
    .map(({ article }) => article);
}

const dateOf = perEntity(({ fields: { published_at } }) =>
  typeof published_at === 'string' ? epochOf(published_at) : 0,
);

interface Neighbours {
  readonly newer: Typed<'article'> | undefined;
  readonly older: Typed<'article'> | undefined;
}

export function composeArticle(article: Typed<'article'>, { newer, older }: Neighbours, scope: Scope): Composed {
  const localised = scope.localised(article);
  const { content, published_at, cover_image_url } = localised.fields;
  const media = mediaView(cover_image_url, scope);
  return {
    title: localised.text('title') ?? { text: '…' },
    description: content ? shortText(article, content) : undefined,
    image: media,
    up: { title: articlesTitle(scope), link: internal(screenPath('articles'), scope) },
    body: {
      type: 'article',
      ...(published_at && { date: dateView(published_at, scope) }),
      ...(media && { media }),
      body: textIn(content ?? '', localised.langOf('content')),
      ...(newer && { newer: articleCard(newer, scope) }),
      ...(older && { older: articleCard(older, scope) }),
    },
  };
}

const articlesTitle = (scope: Scope): string => screenTitle('articles', scope).text;

interface Sheet {
  readonly articles: readonly Typed<'article'>[];
  readonly number: number;
  readonly total: number;
}

export function composeArticles({ articles, number, total }: Sheet, scope: Scope): Composed {
  const { site, locale } = scope;
  const hasFeed = site.url !== undefined && mayIndex(site, locale);
  return {
    title: { text: articlesTitle(scope) },
    body: {
      type: 'articles',
      cards: articles.map((article) => articleCard(article, scope)),
      number,
      total,
      ...(number > 1 && { newer: scope.link(articleListPath(number - 1)) }),
      ...(number < total && { older: scope.link(articleListPath(number + 1)) }),
      ...(hasFeed && { feed: scope.rootLink(localePath('/feed.xml', locale, site.locales)) }),
    },
  };
}

import type { Accounts } from './accounts.js';
import { forbidden, notFound, refuseBlank } from './faults.js';
import type { Profile, Profiles } from './profiles.js';
import { createSlug } from './slugs.js';

interface StoredArticle {
  readonly authorId: string;
  slug: string;
  title: string;
  description: string;
  body: string;
  readonly tagList: readonly string[];
  readonly createdAt: Date;
  updatedAt: Date;
  readonly favoritedBy: Set<string>;
}

/** An article as a viewer sees it. */
export interface Article {
  slug: string;
  title: string;
  description: string;
  body: string;
  tagList: string[];
  createdAt: Date;
  updatedAt: Date;
  favorited: boolean;
  favoritesCount: number;
  author: Profile;
}

export interface NewArticle {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tagList?: readonly string[] | undefined;
}

export interface ArticleChanges {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly body?: string | undefined;
}

export interface Page {
  readonly offset?: number | undefined;
  readonly limit: number;
}

export interface ArticleFilter extends Page {
  readonly tag?: string | undefined;
  /** A username. */
  readonly author?: string | undefined;
  /** The username of somebody who likes it. */
  readonly favorited?: string | undefined;
}

/** `articlesCount` counts all that match, `articles` is one page of them, the newest first. */
export interface ArticlePage {
  articles: Article[];
  articlesCount: number;
}

/** What was written, who likes it. A viewer is a user's id, or null for a visitor. */
export class Articles {
  readonly #accounts: Accounts;
  readonly #profiles: Profiles;
  readonly #now: () => Date;
  /** The newest first, which two articles of one millisecond do not show in their dates. */
  readonly #articles: StoredArticle[] = [];

  constructor(accounts: Accounts, profiles: Profiles, now: () => Date) {
    this.#accounts = accounts;
    this.#profiles = profiles;
    this.#now = now;
  }

  list(filter: ArticleFilter, viewerId: string | null): ArticlePage {
    const idOf = (username: string) => this.#accounts.findByUsername(username)?.id ?? '';
    const matches = this.#articles.filter(
      (article) =>
        (filter.tag === undefined || article.tagList.includes(filter.tag)) &&
        (filter.author === undefined || article.authorId === idOf(filter.author)) &&
        (filter.favorited === undefined || article.favoritedBy.has(idOf(filter.favorited))),
    );
    return this.#page(matches, filter, viewerId);
  }

  /** Only what the viewer's followed authors wrote. */
  feed(page: Page, viewerId: string): ArticlePage {
    const matches = this.#articles.filter((article) =>
      this.#profiles.isFollowing(viewerId, article.authorId),
    );
    return this.#page(matches, page, viewerId);
  }

  /** Throws a 404 when there is none. */
  get(slug: string, viewerId: string | null): Article {
    return this.#view(this.#require(slug), viewerId);
  }

  create({ title, description, body, tagList = [] }: NewArticle, authorId: string): Article {
    refuseBlank({ 'article.title': title, 'article.description': description, 'article.body': body });
    const createdAt = this.#now();
    const article: StoredArticle = {
      authorId,
      slug: createSlug(title, (slug) => this.#find(slug) !== undefined),
      title,
      description,
      body,
      tagList: [...new Set(tagList.map((tag) => tag.trim()).filter((tag) => tag !== ''))],
      createdAt,
      updatedAt: createdAt,
      favoritedBy: new Set(),
    };
    this.#articles.unshift(article);
    return this.#view(article, authorId);
  }

  /** A new title gives a new slug. Throws a 403 when somebody else wrote it. */
  update(slug: string, { title, description, body }: ArticleChanges, viewerId: string): Article {
    const article = this.#requireOwn(slug, viewerId);
    refuseBlank({ 'article.title': title, 'article.description': description, 'article.body': body });
    if (title !== undefined && title !== article.title) {
      const isTaken = (candidate: string) => ![undefined, article].includes(this.#find(candidate));
      article.slug = createSlug(title, isTaken);
      article.title = title;
    }
    article.description = description ?? article.description;
    article.body = body ?? article.body;
    article.updatedAt = this.#now();
    return this.#view(article, viewerId);
  }

  delete(slug: string, viewerId: string): void {
    this.#articles.splice(this.#articles.indexOf(this.#requireOwn(slug, viewerId)), 1);
  }

  favorite(slug: string, viewerId: string): Article {
    const article = this.#require(slug);
    article.favoritedBy.add(viewerId);
    return this.#view(article, viewerId);
  }

  unfavorite(slug: string, viewerId: string): Article {
    const article = this.#require(slug);
    article.favoritedBy.delete(viewerId);
    return this.#view(article, viewerId);
  }

  /** Every tag of an article that exists, sorted. */
  listTags(): string[] {
    return [...new Set(this.#articles.flatMap((article) => article.tagList))].sort();
  }

  /** What stays the same while a slug changes; an object to hang other things on. Throws a 404 when there is none. */
  identify(slug: string): object {
    return this.#require(slug);
  }

  #page(
    matches: readonly StoredArticle[],
    { offset = 0, limit }: Page,
    viewerId: string | null,
  ): ArticlePage {
    const articles = matches.slice(offset, offset + limit).map((article) => this.#view(article, viewerId));
    return { articles, articlesCount: matches.length };
  }

  #view({ authorId, favoritedBy, tagList, ...article }: StoredArticle, viewerId: string | null): Article {
    return {
      ...article,
      tagList: [...tagList],
      favorited: viewerId !== null && favoritedBy.has(viewerId),
      favoritesCount: favoritedBy.size,
      author: this.#profiles.view(authorId, viewerId),
    };
  }

  #requireOwn(slug: string, viewerId: string): StoredArticle {
    const article = this.#require(slug);
    if (article.authorId !== viewerId) throw forbidden('Only its author may change an article.');
    return article;
  }

  #require(slug: string): StoredArticle {
    const article = this.#find(slug);
    if (!article) throw notFound('article');
    return article;
  }

  #find(slug: string): StoredArticle | undefined {
    return this.#articles.find((article) => article.slug === slug);
  }
}

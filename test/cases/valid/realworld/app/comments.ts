import type { Articles } from './articles.js';
import { forbidden, notFound, refuseBlank } from './faults.js';
import type { Profile, Profiles } from './profiles.js';

interface StoredComment {
  readonly id: number;
  readonly authorId: string;
  readonly body: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A comment as a viewer sees it. */
export interface Comment {
  id: number;
  body: string;
  createdAt: Date;
  updatedAt: Date;
  author: Profile;
}

/** What was said about an article, the newest first. It goes with its article. */
export class Comments {
  readonly #articles: Articles;
  readonly #profiles: Profiles;
  readonly #now: () => Date;
  readonly #byArticle = new WeakMap<object, StoredComment[]>();
  #lastId = 0;

  constructor(articles: Articles, profiles: Profiles, now: () => Date) {
    this.#articles = articles;
    this.#profiles = profiles;
    this.#now = now;
  }

  list(slug: string, viewerId: string | null): Comment[] {
    return this.#commentsOf(slug).map((comment) => this.#view(comment, viewerId));
  }

  create(slug: string, body: string, authorId: string): Comment {
    const comments = this.#commentsOf(slug);
    refuseBlank({ 'comment.body': body });
    const createdAt = this.#now();
    const comment = { id: ++this.#lastId, authorId, body, createdAt, updatedAt: createdAt };
    comments.unshift(comment);
    return this.#view(comment, authorId);
  }

  /** Throws a 404 when this article has no such comment, a 403 when somebody else wrote it. */
  delete(slug: string, id: number, viewerId: string): void {
    const comments = this.#commentsOf(slug);
    const index = comments.findIndex((comment) => comment.id === id);
    if (index === -1) throw notFound('comment');
    if (comments[index]?.authorId !== viewerId) throw forbidden('Only its author may delete a comment.');
    comments.splice(index, 1);
  }

  #commentsOf(slug: string): StoredComment[] {
    const article = this.#articles.identify(slug);
    const comments = this.#byArticle.get(article) ?? [];
    this.#byArticle.set(article, comments);
    return comments;
  }

  #view({ authorId, ...comment }: StoredComment, viewerId: string | null): Comment {
    return { ...comment, author: this.#profiles.view(authorId, viewerId) };
  }
}

import { Accounts } from './accounts.js';
import { Articles } from './articles.js';
import { Comments } from './comments.js';
import { Profiles } from './profiles.js';
import { Tokens } from './tokens.js';

/** The whole application, in memory. */
export interface Conduit {
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly profiles: Profiles;
  readonly articles: Articles;
  readonly comments: Comments;
}

/** An application that knows nobody and nothing yet. */
export function createConduit(now: () => Date = () => new Date()): Conduit {
  const accounts = new Accounts();
  const profiles = new Profiles(accounts);
  const articles = new Articles(accounts, profiles, now);
  return {
    accounts,
    tokens: new Tokens(),
    profiles,
    articles,
    comments: new Comments(articles, profiles, now),
  };
}

import type { StoreContents } from '../store-contents.js';
import { StoreError } from '../store-error.js';
import type { Draft } from './draft.js';
import { refuseTooMany } from './key-changes.js';
import { type Collection, IDENTITIES } from './store-state.js';

/** Puts the contents into a draft that holds nothing; throws before it has changed anything. */
export function fillDraft(draft: Draft, contents: StoreContents, store: string): void {
  for (const name of Object.keys(IDENTITIES) as Collection[])
    if (draft.state[name].size > 0)
      throw new StoreError('NOT_EMPTY', `The store ${store} is not empty. Name one that holds nothing.`);
  refuseTooMany(contents.keys.length, store);
  for (const key of contents.keys) draft.put('keys', key);
  for (const user of contents.users) draft.put('users', user);
  for (const token of contents.signInTokens) draft.put('signInTokens', token);
  for (const session of contents.sessions) draft.put('sessions', session);
}

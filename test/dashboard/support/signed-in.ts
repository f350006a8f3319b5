import { expect } from 'vitest';
import type { Page } from './browser.js';
import type { Team } from './start-team.js';

/** The ids of all who have an account here. */
export async function listUsers({ dashboard }: Team): Promise<string[]> {
  return (await dashboard.keyring.users.list({ limit: 1_000 })).map(({ id }) => id);
}

/** The cookie that keeps the browser signed in. */
export function sessionOf({ browser }: Team, page: Page) {
  return browser.cookies(page.url.href).find(({ name }) => /^procgen-\d+$/.test(name));
}

/** The page of somebody who is signed in, and the id that they have. */
export function expectSignedIn(page: Page, userId: string): void {
  expect([page.url.pathname, page.status]).toEqual(['/dashboard/api-keys', 200]);
  expect(page.text).toContain(`${userId}</a>`);
}

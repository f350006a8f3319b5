import type { RunningService } from './start-service.js';

/** The header of somebody who is signed in to the dashboard, and the token of the session. */
export async function signIn(
  { keyring, url }: RunningService,
  userId = 'alice',
): Promise<{ readonly token: string; readonly headers: { readonly Cookie: string } }> {
  await keyring.users.ensure(userId);
  const { token } = await keyring.sessions.create(userId);
  return { token, headers: { Cookie: `procgen-${new URL(url).port}=${token}` } };
}

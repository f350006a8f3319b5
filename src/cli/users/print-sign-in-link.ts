/** The page that turns the token into a session when its button is pressed. */
export function printSignInLink(baseUrl: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/dashboard/sign-in?token=${encodeURIComponent(token)}`;
}

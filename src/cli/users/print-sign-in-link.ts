/** The URL of the sign-in page for a token. */
export function printSignInLink(baseUrl: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/dashboard/sign-in?token=${encodeURIComponent(token)}`;
}

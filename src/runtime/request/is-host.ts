/**
 * Whether a text is a host name or an address in brackets, and perhaps a port: nothing that would mean more in a URL,
 * and nothing that is in need of being decoded.
 */
export function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i.test(text);
}

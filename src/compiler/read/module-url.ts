/** The URL of a module of the project's, whose path is absolute with `/`. */
export function moduleUrl(path: string): string {
  return new URL(`file://${path.startsWith('/') ? '' : '/'}${encodeURI(path)}`).href;
}

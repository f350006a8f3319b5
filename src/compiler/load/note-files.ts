import type { Host } from '../host.js';

/** The same host, which notes in `paths` every file that it was asked for, whether it is there or not. */
export function noteFiles(host: Host): Host & { readonly paths: ReadonlySet<string> } {
  const paths = new Set<string>();
  return {
    ...host,
    paths,
    readFile(path) {
      paths.add(path);
      return host.readFile(path);
    },
  };
}

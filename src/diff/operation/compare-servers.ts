import type { Finding } from '../change.js';
import { listMembers, type Place, readText, stepInto } from '../place.js';
import { find } from './finding.js';

/** Compares where an API, or an operation, is served. */
export function compareServers(base: Place, head: Place): readonly Finding[] {
  const [from, to] = [readServers(base), readServers(head)];
  const paths = new Set([...to.keys()].map(pathOf));
  const removed = [...from]
    .filter(([url]) => !to.has(url))
    .map(([url, place]) => {
      const isKept = to.size === 0 || paths.has(pathOf(url));
      const code = isKept ? 'server-removed' : 'server-path-changed';
      return find(code, `The server \`${url}\` is gone.`, { base: place, head: null });
    });
  const added = [...to]
    .filter(([url]) => !from.has(url))
    .map(([url, place]) =>
      find('server-added', `The server \`${url}\` is new.`, { base: null, head: place }),
    );
  return [...removed, ...added];
}

function readServers(owner: Place): ReadonlyMap<string, Place> {
  const servers = listMembers(stepInto(owner, 'servers'));
  return new Map(servers.map(([, place]) => [(readText(place, 'url') ?? '').replace(/\/+$/, ''), place]));
}

/** What comes after scheme and host. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z+.-]*:\/\/[^/]*/i, '').replace(/^\/*/, '/');
}

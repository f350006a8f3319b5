import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, listMembers, readText, stepInto } from '../description-node.js';

/** Compares the servers of an API or an operation. */
export function compareServers(base: DescriptionNode, head: DescriptionNode): readonly Finding[] {
  const [from, to] = [readServers(base), readServers(head)];
  const paths = new Set([...to.keys()].map(pathOf));
  const removed = [...from]
    .filter(([url]) => !to.has(url))
    .map(([url, node]) => {
      const isKept = to.size === 0 || paths.has(pathOf(url));
      const code = isKept ? 'server-removed' : 'server-path-changed';
      return createFinding(code, `The server \`${url}\` is gone.`, { base: node, head: null });
    });
  const added = [...to]
    .filter(([url]) => !from.has(url))
    .map(([url, node]) =>
      createFinding('server-added', `The server \`${url}\` is new.`, { base: null, head: node }),
    );
  return [...removed, ...added];
}

function readServers(owner: DescriptionNode): ReadonlyMap<string, DescriptionNode> {
  const servers = listMembers(stepInto(owner, 'servers'));
  return new Map(servers.map(([, node]) => [(readText(node, 'url') ?? '').replace(/\/+$/, ''), node]));
}

/** The URL without scheme and host. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z+.-]*:\/\/[^/]*/i, '').replace(/^\/*/, '/');
}

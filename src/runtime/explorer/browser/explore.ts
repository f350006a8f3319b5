import type { Description } from './description.js';
import type { Exploration, Parts } from './parts.js';

/** Reads `openapi.json`, lists its operations, and sends what is typed into their forms. */
export async function explore(parts: Parts): Promise<void> {
  const base = location.pathname.replace(/\/docs\/?$/, '');
  const byId = (id: string) => document.getElementById(id) as HTMLElement;
  let description: Description;
  try {
    const response = await fetch(`${base}/openapi.json`);
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    description = await response.json();
  } catch (error) {
    byId('status').textContent = `The description cannot be read: ${(error as Error).message}`;
    return;
  }
  const scheme = Object.values(description.components?.securitySchemes ?? {})[0];
  const credentials: Exploration['credentials'] =
    scheme?.type === 'apiKey'
      ? { header: scheme.name ?? 'Authorization', prefix: '' }
      : { header: 'Authorization', prefix: 'Bearer ' };
  const { title, version } = description.info;
  document.title = title;
  byId('title').textContent = title;
  byId('version').textContent = version;
  if (scheme) {
    const label = [credentials.header, credentials.prefix.trim()].filter((text) => text !== '').join(': ');
    byId('credentials').hidden = false;
    (byId('credentials').firstElementChild as HTMLElement).textContent = label;
  }
  parts.showOperations({ parts, description, base, credentials });
}

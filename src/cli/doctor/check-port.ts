import { createServer } from 'node:net';
import type { ServeSettings } from '../serve/serve-settings.js';
import { type Finding, fault, ok, warn } from './finding.js';

/** Whether the port that `procgen serve` would take is free. */
export async function checkPort({ host, port }: Pick<ServeSettings, 'host' | 'port'>): Promise<Finding> {
  const { number, isFirm } = port;
  if (number === 0) return ok('port', 'Any free port is taken.');
  const code = await tryPort(host, number);
  if (code === null) return ok('port', `Port ${number} is free.`);
  if (code !== 'EADDRINUSE') {
    return fault('port', `Port ${number} cannot be used: ${code}.`, 'Choose another one with --port.');
  }
  const message = `Port ${number} is in use.`;
  return isFirm
    ? fault('port', message, 'Stop what listens there, or set PORT to another one.')
    : warn('port', message, '"procgen serve" takes the next free one, or the one that --port names.');
}

/** Listens for a moment; the code of what was in the way, or null. */
function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

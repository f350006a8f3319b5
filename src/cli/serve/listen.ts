import { createServer, type Server } from 'node:net';
import { CliFailure } from '../cli-failure.js';
import type { ServeSettings } from './serve-settings.js';

const PORTS_TRIED = 20;

/**
 * Binds the server and returns its port. A busy port is an error if it was requested; from the default port it moves on
 * to the next free one.
 */
export async function listen(
  server: Server,
  { host, port }: Pick<ServeSettings, 'host' | 'port'>,
): Promise<number> {
  const last = port.isExplicit ? port.number : port.number + PORTS_TRIED - 1;
  for (let number = port.number; number <= last; number++) {
    if (!port.isExplicit && (await isTakenOnIpv6(number))) continue;
    const error = await bind(server, host, number);
    if (error === null) {
      const address = server.address();
      return typeof address === 'object' && address ? address.port : number;
    }
    if (error.code !== 'EADDRINUSE') throw explain(error, host, number);
  }
  throw port.isExplicit
    ? new CliFailure(`Port ${port.number} is already in use.`, {
        help: 'Stop the process that uses it, or choose another port with --port; --port 0 uses any free port.',
      })
    : new CliFailure(`The ports ${port.number} to ${last} are all in use.`, {
        help: 'Choose another port with --port.',
      });
}

function bind(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException) => resolve(error);
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      resolve(null);
    });
  });
}

/**
 * Browsers try `::1` first for `localhost`: another server there would answer instead of one on `127.0.0.1`, even if
 * the port is free on the latter.
 */
async function isTakenOnIpv6(port: number): Promise<boolean> {
  const probe = createServer();
  const error = await bind(probe, '::1', port);
  if (error === null) await new Promise((resolve) => probe.close(resolve));
  return error?.code === 'EADDRINUSE';
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): CliFailure {
  if (error.code === 'EACCES') {
    return new CliFailure(`This user is not allowed to listen on port ${port}.`, {
      help: 'Use port 1024 or higher.',
    });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new CliFailure(`"${host}" is not an address of this machine.`, {
      help: 'Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its network interfaces.',
    });
  }
  return new CliFailure(`Cannot listen on ${host} port ${port}: ${error.message}.`);
}

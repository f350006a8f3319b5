import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonServer {
  readonly url: string;
  close(): void;
}

/** A server that answers 200 with JSON, by the path alone. */
export async function answerJson(bodyOf: (path: string) => unknown): Promise<JsonServer> {
  const server = createServer((request, response) => {
    request.resume();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(bodyOf(pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

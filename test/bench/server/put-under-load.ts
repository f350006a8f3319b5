import { openConnection, readStatus } from './connection.js';

export interface Load {
  readonly port: number;
  readonly request: string;
  /** What every answer must have. */
  readonly status: number;
  readonly requests: number;
}

const CONNECTIONS = 16;

/** Sends the request so many times over a few connections, each with one on its way. Rejects at the first odd status. */
export async function putUnderLoad({ port, request, status, requests }: Load): Promise<void> {
  let left = requests;
  const ask = async () => {
    const connection = await openConnection(port);
    try {
      while (left-- > 0) {
        const answered = readStatus(await connection.ask(request));
        if (answered !== status) throw new Error(`Answered with ${answered} and not with ${status}.`);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
}

import type { ServerResponse } from 'node:http';
import { finished, type Readable, Writable } from 'node:stream';

/**
 * Sends a stream that `ownsChunks`, and frees the memory of each chunk once it is sent. Left to V8, a gigabyte of
 * chunks causes repeated mark-sweeps of the whole heap, which take longer than sending.
 */
export function createChunkSender(body: Readable, res: ServerResponse): Writable {
  const sender = new Writable({
    write(chunk: Buffer, _encoding, done) {
      // The application may have added a listener meanwhile.
      const isOwn = body.listenerCount('data') <= 1 && chunk.byteLength === chunk.buffer.byteLength;
      res.write(chunk, (error) => {
        // Node 20 has no `transfer`.
        if (isOwn && !error) (chunk.buffer as Partial<Transferable>).transfer?.(0);
        done(error);
      });
    },
    final: (done) => void res.end(() => done()),
    destroy(error, done) {
      if (error) res.destroy();
      done(error);
    },
  });
  finished(res, (error) => error && sender.destroy(error));
  return sender;
}

interface Transferable {
  transfer(length: number): ArrayBuffer;
}

import type { ServerResponse } from 'node:http';
import { finished, type Readable, Writable } from 'node:stream';

/**
 * Sends the pieces of a stream that `hasOwnPieces`, and gives the memory of each back once it is sent: left to V8, a gigabyte
 * of them has it mark the heap of the whole application again and again, which takes longer than sending them.
 */
export function createPieceSender(body: Readable, res: ServerResponse): Writable {
  const sender = new Writable({
    write(piece: Buffer, _encoding, done) {
      // The application may have begun to listen meanwhile.
      const isOwn = body.listenerCount('data') <= 1 && piece.byteLength === piece.buffer.byteLength;
      res.write(piece, (error) => {
        // Node 20 has no `transfer`.
        if (isOwn && !error) (piece.buffer as Partial<Transferable>).transfer?.(0);
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

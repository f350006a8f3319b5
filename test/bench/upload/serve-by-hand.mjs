// What one writes by hand: the parser of procgen, and a file for each file.
import { createWriteStream } from 'node:fs';
import { mkdtemp, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { announce } from '../server/parts/listen.mjs';

const folder = await mkdtemp(join(tmpdir(), 'procgen-bench-upload-'));
let count = 0;

const server = createServer((req, res) => {
  const parser = busboy({ headers: req.headers });
  const files = [];
  parser.on('file', (_name, stream) => {
    const path = join(folder, String(count++));
    files.push(receive(stream, path));
  });
  parser.on('close', async () => {
    const received = await Promise.all(files);
    const size = received.reduce((sum, { bytes }) => sum + bytes, 0);
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ size }));
    await Promise.all(received.map(({ path }) => unlink(path)));
  });
  req.pipe(parser);
});

async function receive(stream, path) {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(stream, file);
  return { path, bytes: file.bytesWritten };
}

server.listen(0, '127.0.0.1', () => announce(server.address().port));
process.on('SIGTERM', () => process.exit());

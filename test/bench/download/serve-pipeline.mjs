// A file as Node sends it. Argument: the file.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { announce } from '../server/parts/listen.mjs';

const [, , file] = process.argv;
const server = createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'application/octet-stream' });
  pipeline(createReadStream(file), res, () => {});
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
process.on('SIGTERM', () => process.exit());

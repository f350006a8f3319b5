// As user argv[2], a stranger: makes what the lines on stdin say, one JSON list of a function of this file and its
// arguments a line, and reports each that is done, and every connection and byte that arrives.
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const uid = Number(process.argv[2]);
process.setgroups([]);
process.setgid(uid);
process.setuid(uid);
process.umask(0);

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

const actions = {
  write: (path, text, mode) => {
    writeFileSync(path, text);
    chmodSync(path, mode);
  },
  makeFolder: (path, mode) => mkdirSync(path, { mode }),
  link: (target, path) => symlinkSync(target, path),
  rename: (from, to) => renameSync(from, to),
  /**
   * What the owner of a store has in the folder `STORE.owner`, and the answer of one to whatever is asked. With the
   * connection of that number everything is put back as it was.
   */
  async listen(folder, { id = `${process.pid}-${Date.now()}-aa`, last = 0, restore = [] } = {}) {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      if (connections === last) for (const [from, to] of restore) renameSync(from, to);
      say({ event: 'connected' });
      socket.on('error', () => {});
      socket.write('{"hello":true}\n');
      socket.on('data', (bytes) => say({ event: 'received', text: String(bytes) }));
    });
    await new Promise((resolve) => server.listen(join(folder, `${id}.sock`), resolve));
    writeFileSync(join(folder, `${id}.owner`), '');
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...input] = JSON.parse(line);
  await actions[name](...input);
  say({ event: 'done' });
}
// What has arrived by now is accepted in the next turn, and read in those after it.
for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
process.exit(0);

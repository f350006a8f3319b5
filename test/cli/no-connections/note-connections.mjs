// Loaded with --import where strace may not be used: notes, a line each, what this process connects to or looks up.
import { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
const note = (address) => appendFileSync(process.env.CONNECTIONS_LOG, `${address}\n`);

const { Socket } = require('node:net');
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first?.path === undefined) note(first.host ?? 'localhost');
  return connect.apply(this, args);
};

const dns = require('node:dns');
for (const owner of [dns, dns.promises]) {
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
    const look = owner[name];
    owner[name] = (host, ...rest) => {
      note(host);
      return look.call(owner, host, ...rest);
    };
  }
}
const { Socket: Datagrams } = require('node:dgram');
const { send } = Datagrams.prototype;
Datagrams.prototype.send = function (...args) {
  note(args.find((arg, index) => index > 0 && typeof arg === 'string') ?? 'localhost');
  return send.apply(this, args);
};
syncBuiltinESMExports();

// Prism as `prism proxy <description> <upstream>` runs it, but on a port that the system chooses and without a line of
// log for every step of every request.
import { createRequire } from 'node:module';

const [description, upstream] = process.argv.slice(2);
const require = createRequire(new URL('../node_modules/@stoplight/prism-cli/package.json', import.meta.url));
const { createLogger } = require('@stoplight/prism-core');
const { getHttpOperationsFromSpec } = require('@stoplight/prism-http');
const { createServer } = require('@stoplight/prism-http-server');

const config = {
  isProxy: true,
  upstream: new URL(upstream),
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: {},
};
const components = { logger: createLogger('PRISM', { level: 'silent' }) };
const server = createServer(await getHttpOperationsFromSpec(description), {
  cors: false,
  config,
  components,
});
console.log(`Prism is listening on ${await server.listen(0, '127.0.0.1')}`);

// Prints the stack of an error that is thrown by a module imported from its text.
import { createNodeHost } from '../../src/cli/node-host.js';

const module = await createNodeHost().importText('export function fail() {\n  throw new Error("no");\n}');
try {
  module.fail();
} catch (error) {
  console.log(error.stack);
}

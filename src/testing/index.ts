/** The entry point `procgen/testing`: what the tests of a project import. */

export { createTestServer, type TestServer, type TestServerOptions } from './create-test-server.js';

/** The entry point `procgen/testing`, for the tests of a project. */

export { createTestServer, type TestServer, type TestServerOptions } from './create-test-server.js';

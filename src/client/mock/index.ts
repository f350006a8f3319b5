/** The exports of the generated mock from its runtime. Everything else becomes private when it is inlined. */
export { type MockAnswer, MockFailure, type MockTransportOptions } from './mock-transport.js';

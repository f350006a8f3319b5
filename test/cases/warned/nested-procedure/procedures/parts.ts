export * as parts from './_parts.js';

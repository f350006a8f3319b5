import { defineProperties } from './support/define-properties.js';

defineProperties(5_000);

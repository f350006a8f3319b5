import { defineProperties } from './support/define-properties.js';

defineProperties(1_000);

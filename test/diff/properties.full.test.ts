import { defineProperties } from './support/define-properties.js';

defineProperties(2_000);

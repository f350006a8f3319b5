import { defineFloods } from './support/define-floods.js';

defineFloods(100);

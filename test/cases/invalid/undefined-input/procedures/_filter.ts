import { Self } from './users.js';

export const Filter = Self;

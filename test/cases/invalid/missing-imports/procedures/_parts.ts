import { Depth } from './_depth.js';
import { Width } from './_width.js';

export const Size = { width: Width, depth: Depth };

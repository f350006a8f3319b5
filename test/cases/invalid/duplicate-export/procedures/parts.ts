export { list } from './items.js';

import { defineConfig } from 'procgen';
import { openDatabase } from './databse.js';

export default defineConfig({ tags: { items: 'Items' }, context: () => ({ database: openDatabase() }) });

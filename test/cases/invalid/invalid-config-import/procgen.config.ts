import { defineConfig } from 'procgen';
import { tags } from './tags.js';

export default defineConfig({ tags });

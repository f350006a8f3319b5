import { defineConfig } from 'procgen';

export default defineConfig({ tags: { hostile: 'Hostile bodies' } });

import { defineConfig } from 'procgen';

export default defineConfig({ info: { title: 'Round trip', version: '1.0.0' }, tags: { echo: 'Echo' } });

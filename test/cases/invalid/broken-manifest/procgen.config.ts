import { defineConfig } from 'procgen';

export default defineConfig({ tags: { users: 'Users' } });

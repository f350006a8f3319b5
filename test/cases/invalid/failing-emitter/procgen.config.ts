import { defineConfig, type Emitter } from 'procgen';

const broken: Emitter = () => {
  throw new Error('There is no template.\nAnd more.');
};
const empty = (() => undefined) as unknown as Emitter;

export default defineConfig({ tags: { users: 'Users' }, emitters: [broken, empty, () => Promise.reject('no')] });

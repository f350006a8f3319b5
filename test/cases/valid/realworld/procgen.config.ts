import { defineConfig } from 'procgen';
import { createConduit } from './app/conduit.js';
import { verifyToken } from './app/verify-token.js';

/** One application a server process, empty at its start. */
const conduit = createConduit();

export default defineConfig({
  info: {
    title: 'RealWorld Conduit API',
    version: '1.1.0',
    description: 'The RealWorld ("Conduit") API as procgen procedures.',
  },
  out: 'generated',
  tags: {
    articles: 'Articles',
    comments: 'Comments',
    favorites: 'Favorites',
    profiles: 'Profile',
    tags: 'Tags',
    users: 'User and Authentication',
  },
  authenticate: {
    scheme: {
      name: 'Token',
      header: 'Authorization',
      prefix: 'Token',
      description: 'A token from `POST /users` or `POST /users/login`, sent as `Authorization: Token …`.',
    },
    verify: (request) => verifyToken(request, conduit),
  },
  context: async () => ({ conduit }),
});

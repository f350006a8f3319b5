import { defineConfig } from 'procgen';

export default defineConfig({
  tags: { items: 'Items' },
  signIn: {
    openId: {
      issuer: 'http://id.example.com',
      clientId: process.env.NOT_SET_WHERE_IT_IS_BUILT,
      clientSecret: '',
      scope: 'email',
      allow: ['alice', 'bob@example.com'],
    },
    proxyHeader: { name: 'X-Forwarded-User:', from: ['10.0.0.0/8', '0.0.0.0/0', 'proxy.local'] },
    saml: true,
  },
});

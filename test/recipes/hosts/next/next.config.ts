import type { NextConfig } from 'next';

export default {
  // It reads files of its own, and is one for all routes.
  serverExternalPackages: ['procgen'],
} satisfies NextConfig;

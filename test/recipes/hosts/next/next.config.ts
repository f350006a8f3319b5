import type { NextConfig } from 'next';

export default {
  // procgen reads files of its own, and all routes share one instance.
  serverExternalPackages: ['procgen'],
} satisfies NextConfig;

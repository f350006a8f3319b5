import { type ApiKeysCreateInput, createClient, type GreetingsGreetInput } from '../generated/client.js';

export const api = createClient({
  baseUrl: process.env.API_URL ?? 'http://localhost:3000',
  apiKey: () => process.env.API_KEY,
});

/** `useQuery(greeting({ name: 'Ada' }))`, and the same for `useSuspenseQuery` and `prefetchQuery`. */
export const greeting = (input: GreetingsGreetInput) => ({
  queryKey: ['greetings', 'greet', input] as const,
  // A component that unmounts aborts the call. TanStack Query repeats calls itself, so the client does not.
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.greetings.greet(input, { signal, retries: 0 }).orThrow(),
});

/** `useQuery(apiKeys())` */
export const apiKeys = () => ({
  queryKey: ['apiKeys', 'list'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.apiKeys.list({ signal, retries: 0 }).orThrow(),
});

/** `useMutation({ ...createApiKey(), onSuccess: () => queryClient.invalidateQueries({ queryKey: ['apiKeys'] }) })` */
export const createApiKey = () => ({
  mutationFn: (input: ApiKeysCreateInput) => api.apiKeys.create(input).orThrow(),
});

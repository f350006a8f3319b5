// @ts-check
import { createClient } from 'shop-client';

const api = createClient({ baseUrl: process.env.API_URL ?? 'http://localhost:3000' });
const items = await api.items.list().orThrow();
for (const { id, name } of items) console.log(`${id} ${name}`);

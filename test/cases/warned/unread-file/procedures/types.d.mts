export declare const openapi: { query(): void };

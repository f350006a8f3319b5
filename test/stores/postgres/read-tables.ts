import pg from 'pg';

/** The rows of tables of a store, one table after the other. */
export async function readTables(url: string, tables: readonly string[]): Promise<readonly unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const rows: unknown[] = [];
    for (const table of tables) {
      const found = await client.query(`SELECT to_json(t) AS row FROM procgen.${table} t`);
      rows.push(...found.rows.map(({ row }) => row));
    }
    return rows;
  } finally {
    await client.end();
  }
}

/** No procedure, but a query. */
export const rows = (db) => db.query('select 1');

/** As many further routes as `BENCH_ROUTES` says; half of them have a parameter. */
export const otherRoutes = Array.from({ length: Number(process.env.BENCH_ROUTES ?? 0) }, (_, index) =>
  index % 2 === 0
    ? { path: `/api/others/n${index}` }
    : { path: `/api/others/n${index}/:id`, parameter: 'id' },
);

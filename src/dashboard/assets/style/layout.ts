/** The bar, the column below it and what stands in it from edge to edge. */
export const LAYOUT = `
.skip {
  position: absolute; left: 1rem; top: -5rem; z-index: 2; padding: 0.5rem 0.875rem; border-radius: 0.5rem;
  background: var(--strong); color: var(--on-strong); font-weight: 550;
}
.skip:focus { top: 0.5rem; }
.bar { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar-inner, main { max-width: 70rem; margin: 0 auto; padding-inline: 2rem; }
.bar-inner { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 3.5rem; }
.site { display: inline-flex; align-items: center; gap: 0.625rem; min-width: 0; min-height: 2rem; font-weight: 600; text-decoration: none; border-radius: 0.375rem; }
.site-mark { display: grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 0.5rem; background: var(--strong); color: var(--on-strong); }
.site-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.account { display: flex; align-items: center; gap: 0.5rem; min-width: 0; }
.avatar {
  display: grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%;
  background: var(--sunken); border: 1px solid var(--line); color: var(--muted); font-size: 0.75rem; font-weight: 600;
}
.account-user { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 16rem; font-size: 0.875rem; }
.account .button { margin: 0 -0.875rem 0 0.25rem; }
main { padding-block: 2.5rem 5rem; }
main > * + * { margin-top: 2rem; }
main > .notice + * { margin-top: 1.5rem; }
.page-head { display: flex; align-items: flex-start; justify-content: space-between; gap: 1.5rem 2rem; }
.page-head .button { flex: none; }
.intro { max-width: 46rem; margin-top: 0.375rem; }
.card, .table-card { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; box-shadow: var(--shadow); }
.card { padding: 1.5rem; }

.notice {
  display: flex; gap: 0.625rem; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.625rem;
  font-size: 0.875rem; line-height: 1.45;
}
.notice .icon { margin-top: 0.125rem; }
.notice.ok { color: var(--ok); background: var(--ok-ground); border-color: var(--ok-line); }
.notice.warning { color: var(--warning); background: var(--warning-ground); border-color: var(--warning-line); }
.notice.danger { color: var(--danger); background: var(--danger-ground); border-color: var(--danger-line); }
.command {
  padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--sunken);
  line-height: 1.6; white-space: pre-wrap; overflow-wrap: anywhere;
}

@media (max-width: 46rem) {
  .bar-inner, main { padding-inline: 1rem; }
  main { padding-block: 1.5rem 3rem; }
  .account-user { max-width: 6.5rem; }
  .account .button { margin-left: 0; }
  .page-head .button { align-self: flex-start; }
  .page-head { flex-direction: column; align-items: stretch; }
  main > * + * { margin-top: 1.5rem; }
  .card { padding: 1.25rem 1rem; }
}
`;

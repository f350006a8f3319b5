/** The header of every page, the explorer's too. */
export const HEADER = `.skip {
  position: absolute; left: 1rem; top: -5rem; z-index: 2; padding: 0.5rem 0.875rem; border-radius: 0.5rem;
  background: var(--strong); color: var(--on-strong); font-weight: 550;
}
.skip:focus { top: 0.5rem; }
.bar { position: relative; background: var(--surface); border-bottom: 1px solid var(--line); }
.bar-inner { max-width: 70rem; margin: 0 auto; padding-inline: 2rem; display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 3.5rem; }
.site { display: inline-flex; align-items: center; gap: 0.625rem; min-width: 0; min-height: 2rem; color: inherit; font-weight: 600; text-decoration: none; border-radius: 0.375rem; }
.site-mark { display: grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 0.5rem; background: var(--strong); color: var(--on-strong); }
.site-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.nav { display: flex; gap: 0.25rem; margin-right: auto; padding-left: 1rem; }
.nav a { padding: 0.375rem 0.625rem; border-radius: 0.375rem; color: var(--muted); font-size: 0.875rem; text-decoration: none; white-space: nowrap; }
.nav a:hover { background: var(--hover); color: var(--text); }
.nav a[aria-current] { color: var(--text); font-weight: 600; }
.account { display: flex; align-items: center; gap: 0.5rem; min-width: 0; }
.avatar {
  display: grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%;
  background: var(--sunken); border: 1px solid var(--line); color: var(--muted); font-size: 0.75rem; font-weight: 600;
}
.account-user { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 16rem; border-radius: 0.25rem; font-size: 0.875rem; text-decoration: none; }
.account-user:hover { text-decoration: underline; }
.account-user[aria-current] { font-weight: 600; }
.account .button { margin: 0 -0.875rem 0 0.25rem; }

@media (max-width: 60rem) {
  .nav { gap: 0; padding-left: 0; }
  .nav a { padding-inline: 0.4375rem; }
}
@media (max-width: 46rem) {
  .bar-inner { flex-wrap: wrap; row-gap: 0; padding: 0.5rem 1rem; }
  .account-user { max-width: 6.5rem; }
  .nav { order: 1; flex-wrap: wrap; gap: 0; width: calc(100% + 0.75rem); margin: 0 -0.375rem; padding: 0; }
  .nav a { padding-inline: 0.375rem; }
  .account .button { margin-left: 0; }
}
`;

export PROCGEN_STORE=postgres://items@localhost/items
export PGPASSWORD=change-me
npx procgen serve --mode production

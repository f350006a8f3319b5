npx procgen store copy file:.procgen/store.json postgres://items@localhost/items

npx procgen build
npx tsc --ignoreConfig --strict --module nodenext --target es2022 --types node --skipLibCheck --outDir js --rootDir . server.ts
cp generated/openapi.json js/generated/

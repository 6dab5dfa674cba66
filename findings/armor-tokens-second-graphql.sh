#!/usr/bin/env bash
# @escape.tech/graphql-armor-max-tokens 2.5.1 in a bundle by esbuild 0.28.1 with graphql 16.14.0.
#
# One would guess: a bundle of ES modules has one copy of graphql, because every package names the same peer.
# Seen: two. The plugin's ES module imports `Parser` from 'graphql/language/parser', a path that graphql 16, which has no
# "exports", answers with its CommonJS file, while 'graphql' itself answers with the .mjs files. So the plugin's parser
# has its own GraphQLError: what it throws is no instance of the one that 'graphql' exports, and a server that asks
# `instanceof` (graphql-yoga does, to decide what may be told) takes a syntax error for a fault of its own.
# Fails when that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts graphql@16.14.0 esbuild@0.28.1 \
  @escape.tech/graphql-armor-max-tokens@2.5.1 >/dev/null
node node_modules/esbuild/install.js >/dev/null
cat >entry.mjs <<'JS'
import { GraphQLError } from 'graphql'
import { MaxTokensParserWLexer } from '@escape.tech/graphql-armor-max-tokens'
let thrown
try {
  new MaxTokensParserWLexer('{ invoices {').parseDocument()
} catch (error) {
  thrown = error
}
console.log(`name ${thrown.name}, instance of the exported class: ${thrown instanceof GraphQLError}`)
JS
node_modules/.bin/esbuild entry.mjs --bundle --format=esm --platform=neutral --main-fields=module,main \
  --metafile=meta.json --outfile=out.mjs --log-level=error
node -e '
  const inputs = Object.keys(require("./meta.json").inputs)
  console.log(inputs.filter((file) => /graphql\/error\/GraphQLError\./.test(file)).sort().join("\n"))
' | tee copies
node out.mjs | tee told
grep -qx 'node_modules/graphql/error/GraphQLError.js' copies
grep -qx 'node_modules/graphql/error/GraphQLError.mjs' copies
grep -qx 'name GraphQLError, instance of the exported class: false' told
echo 'As described.'

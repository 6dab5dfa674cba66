#!/usr/bin/env bash
# yaml 2.9.1, a text of spaces and line breaks alone.
#
# One would guess: what `stringify` writes, `parse` reads back as it was, whatever text it is, as for "a \n" and "\n".
# Seen: " \n" is written as a block scalar without an indentation indicator (`|+` and a line of spaces). The reader takes
# that line's spaces, which have no other line to be measured by, for indentation, so that "\n" comes back. Beside a
# letter on any line, and in double quotes, all spaces stay.
# Fails when that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts yaml@2.9.1 >/dev/null
cat >run.mjs <<'JS'
import { parse, stringify } from 'yaml'
const show = (name, text, options) =>
  console.log(`${name}: ${JSON.stringify(text)} comes back as ${JSON.stringify(parse(stringify({ note: text }, options)).note)}`)
show('blank', '  \n')
show('two blank', ' \n\n')
show('with a letter', 'a \n')
show('quoted', '  \n', { defaultStringType: 'QUOTE_DOUBLE' })
JS
node run.mjs | tee told
grep -qxF 'blank: "  \n" comes back as "\n"' told
grep -qxF 'two blank: " \n\n" comes back as "\n\n"' told
grep -qxF 'with a letter: "a \n" comes back as "a \n"' told
grep -qxF 'quoted: "  \n" comes back as "  \n"' told
echo 'As described.'

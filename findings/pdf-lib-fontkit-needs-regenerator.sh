#!/usr/bin/env bash
# @pdf-lib/fontkit 1.1.1 (what pdf-lib embeds fonts with) and the fonts of dejavu-fonts-ttf 2.37.3.
#
# What happens: layout() of Tifinagh text raises "ReferenceError: regeneratorRuntime is not defined", although the font has
# a glyph for each letter and Georgian, N'Ko and Lao of the same font are laid out. The package was translated for old
# engines without what that translation needs: scripts that it arranges by its state machine look for a global of that name.
# With pdf-lib, one such name in a document breaks the whole of it. Where the global exists, the same text is laid out.
# What one would have guessed: that a letter either has a glyph and is drawn, or has none and becomes the glyph of missing
# ones, so that hasGlyphForCodePoint() says what can be written.
# What to do: provide the global (the package regenerator-runtime does), or replace letters whose layout raises.
#
# Installs in a temporary folder, and fails if what is described here changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @pdf-lib/fontkit@1.1.1 dejavu-fonts-ttf@2.37.3 regenerator-runtime@0.14.1 >/dev/null
cat >scripts.cjs <<'JS'
const { readFileSync } = require('node:fs')
const fontkit = require('@pdf-lib/fontkit')

const font = fontkit.create(readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
const words = { georgian: 'თბილისი', nko: 'ߒߞߏ', lao: 'ລາວ', tifinagh: 'ⴰⵣⵓⵍ' }
const laidOut = (word) => {
  try {
    return `${font.layout(word).glyphs.length} glyphs`
  } catch ({ name, message }) {
    return `${name}: ${message}`
  }
}
for (const [script, word] of Object.entries(words)) {
  const known = [...word].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0))).length
  console.log(`${script}: ${known} of ${[...word].length} letters have a glyph, ${laidOut(word)}`)
}
require('regenerator-runtime')
console.log(`tifinagh with regenerator-runtime: ${laidOut(words.tifinagh)}`)
JS
seen=$(node scripts.cjs)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
georgian: 7 of 7 letters have a glyph, 7 glyphs
nko: 3 of 3 letters have a glyph, 3 glyphs
lao: 3 of 3 letters have a glyph, 3 glyphs
tifinagh: 4 of 4 letters have a glyph, ReferenceError: regeneratorRuntime is not defined
tifinagh with regenerator-runtime: 4 glyphs
SEEN

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const SHEET = /@fontsource-variable\/inter\/wght\.css$/
const FACE = /@font-face \{[^}]*inter-latin-wght-normal\.woff2[^}]*\}/
/** The weights that styles use. */
const WEIGHTS = { min: 400, max: 700 }

const between = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

const SIGNS_OF_ENGLISH = [
  0xa0, 0xb7, 0xd7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x20ac, 0x2192, 0x2212,
]
/** Letters, figures and signs of English, and what stands between them. */
const ENGLISH = [...between(0x20, 0x7e), ...SIGNS_OF_ENGLISH]
const OTHER_SIGNS = [
  0x131, 0x152, 0x153, 0x2bb, 0x2bc, 0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329, 0x2122, 0x2191, 0x2193, 0x2215, 0xfeff,
  0xfffd,
]
/** What else the font's Latin file has, by its own description. */
const WESTERN = between(0xa1, 0xff)
  .concat(between(0x2000, 0x206f), OTHER_SIGNS)
  .filter((each) => !ENGLISH.includes(each))
const FILES: Readonly<Record<string, readonly number[]>> = { english: ENGLISH, western: WESTERN }

/**
 * In the build, the font's Latin letters come in two files with the weights that the app uses: a third of the bytes for
 * pages in English. Letters of other scripts have files of their own already.
 */
export const fonts = (): Plugin => {
  const folder = fileURLToPath(new URL('../node_modules/.cache/fonts/', import.meta.url))
  const face = (name: string, letters: readonly number[]): string => `@font-face {
  font-family: 'Inter Variable';
  font-style: normal;
  font-display: swap;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  src: url(${folder}${name}.woff2) format('woff2-variations');
  unicode-range: ${letters.map((each) => `U+${each.toString(16).toUpperCase()}`).join(',')};
}`
  return {
    name: 'fonts',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const whole = createRequire(import.meta.url).resolve(
        '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
      )
      mkdirSync(folder, { recursive: true })
      for (const [name, letters] of Object.entries(FILES))
        writeFileSync(
          `${folder}${name}.woff2`,
          await subsetFont(readFileSync(whole), String.fromCodePoint(...letters), {
            targetFormat: 'woff2',
            variationAxes: { wght: WEIGHTS },
          }),
        )
    },
    transform: {
      filter: { id: SHEET },
      handler(css) {
        if (!FACE.test(css)) this.error('The font is described differently: look here again')
        const faces = Object.entries(FILES).map(([name, letters]) => face(name, letters))
        return { code: css.replace(FACE, faces.join('\n')), map: null }
      },
    },
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { NAMES, namesPdf } from '../../support/names/scripts.ts'

const require = createRequire(import.meta.url)
const font = readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))
const cMapUrl = join(dirname(require.resolve('pdfjs-dist/package.json')), 'cmaps/')

let pdf: Awaited<ReturnType<typeof namesPdf>>
/** The words of each line, from left to right, each as it is read. */
let lines: string[][]

beforeAll(async () => {
  pdf = await namesPdf(font)
  const document = await getDocument({ data: pdf.bytes.slice(), cMapUrl, cMapPacked: true, verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  const found = new Map<number, string>()
  for (const item of items) {
    if (!('str' in item) || item.str === '') continue
    const height = Math.round(item.transform[5])
    found.set(height, `${found.get(height) ?? ''}${item.str}`)
  }
  lines = [...found.values()].map((line) => line.split(/\s+/).filter(Boolean))
})

describe('names in a PDF, read by pdf.js', () => {
  it.each(NAMES.map((each, line) => ({ ...each, line })))('$name', ({ name, shown = name, isRight, line }) => {
    const words = shown.split(' ')
    const read = lines[line] ?? []
    if (isRight) expect(read.toSorted()).toEqual(words.toSorted())
    else expect(read).toEqual(words)
    expect(pdf.lost[line]).toBe(shown !== name)
  })

  it('digits in a line from the right keep the order of their number', () => {
    expect(lines[8]).toEqual(['٤٢٣', 'الفاتح', 'محمد'])
  })

  it('fonts that readers bring are named in ASCII, as other programs look for them', async () => {
    const { context } = await PDFDocument.load(pdf.bytes)
    const systems = context.enumerateIndirectObjects().flatMap(([, found]) => {
      const system = found instanceof PDFDict ? found.lookupMaybe(PDFName.of('CIDSystemInfo'), PDFDict) : undefined
      return found instanceof PDFDict && found.get(PDFName.of('Subtype')) === PDFName.of('CIDFontType0') && system
        ? [['Registry', 'Ordering'].map((key) => String(system.get(PDFName.of(key))))]
        : []
    })
    expect(systems.toSorted()).toEqual([
      ['(Adobe)', '(GB1)'],
      ['(Adobe)', '(Japan1)'],
      ['(Adobe)', '(Korea1)'],
    ])
  })
})

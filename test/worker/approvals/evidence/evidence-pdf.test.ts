import { PDFDocument } from 'pdf-lib'
import { expect, it } from 'vitest'
import type { EvidenceParts } from '../../../../schema/approvals/evidence/pack.ts'
import { FURTHER_FONT } from '../../../../worker/core/further-font.ts'
import { digestOf } from '../../../../worker/features/approvals/evidence/manifest.ts'
import { evidencePdf } from '../../../../worker/features/approvals/evidence/pdf.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'

/** The file that people read: all of the text, in any language, on numbered pages. */

const who = (name: string) => ({ id: name, name })
const partsOf = (more: Partial<EvidenceParts['sections']> = {}, name = 'Acme INV-1'): EvidenceParts => ({
  id: 'pack',
  subject: { type: 'BILL', id: 'bill', name, status: 'PAID', company: who('Brightwater Robotics') },
  made: { at: '2026-11-24T09:30:00.000Z', by: who('Aya Auditor') },
  names: {},
  chain: [],
  sections: {
    ...{ versions: [], steps: [], decisions: [], documents: [], payments: [], paymentEvents: [], ledgerEntries: [] },
    ...{ accounting: [], history: [], ...more },
  },
})
const historyOf = (messages: string[]): EvidenceParts['sections']['history'] =>
  messages.map((message, i) => ({
    ...{
      sequence: i + 1,
      entryHash: 'a'.repeat(64),
      by: who('Ada'),
      at: '2026-11-24T09:30:00.000Z',
      message,
      entry: null,
    },
  }))
const read = async (parts: EvidenceParts) => {
  const bytes = await evidencePdf(parts, FURTHER_FONT)
  return { bytes, pages: (await pagesOf('pdf', bytes)).map(({ text }) => text) }
}

it('each page has its number and the digest of the pack', async () => {
  const parts = partsOf({ history: historyOf(Array.from({ length: 120 }, (_, i) => `Change number ${i + 1}`)) })
  const { pages } = await read(parts)
  expect(pages.length).toBeGreaterThan(3)
  for (const [i, page] of pages.entries()) {
    expect(page).toContain(`Page ${i + 1} of ${pages.length}`)
    expect(page).toContain(digestOf(parts).slice(0, 16))
  }
  expect(pages.join(' ')).toContain('Change number 120')
})

it('a text of many pages is there from its first word to its last', async () => {
  const words = Array.from({ length: 4000 }, (_, i) => `word${i}`)
  const { pages } = await read(partsOf({ history: historyOf([words.join(' '), 'x'.repeat(2000)]) }))
  const text = pages.join(' ').replaceAll(/\s+/g, ' ')
  for (const i of [0, 1999, 3999]) expect(text).toContain(`word${i}`)
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(2000)
})

it('Greek, Cyrillic and accents can be read, and searched for', async () => {
  const { pages } = await read(partsOf({ history: historyOf(['Żółć, Ελλάδα и Привет']) }, 'Łódź Поставщик'))
  expect(pages[0]).toContain('Ελλάδα')
  expect(pages[0]).toContain('Привет')
  expect(pages[0]).toContain('Поставщик')
  expect(pages[0]).not.toContain('?')
})

it('Hebrew and Arabic are written from the right, between Latin from the left', async () => {
  const { pages, bytes } = await read(partsOf({ history: historyOf(['Vendor שלום (12) approved', 'مرحبا']) }))
  // A reader turns what is drawn from the left, so that it finds the word only if it was drawn from the right.
  expect(pages[0]).toContain('Vendor')
  expect(pages[0]).toContain('שלום')
  expect(bytes.byteLength).toBeLessThan(100_000)
})

it('Chinese, Japanese and Korean use fonts that readers bring', async () => {
  const { bytes, pages } = await read(
    partsOf({ history: historyOf(['株式会社クラウド', '深圳云计算有限公司', '주식회사 서울']) }),
  )
  const file = await PDFDocument.load(bytes)
  const fonts = file.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join(' ')
  for (const name of ['HeiseiKakuGo-W5-UniJIS-UTF16-H', 'STSong-Light-UniGB-UTF16-H', 'HYGoThic-Medium-UniKS-UTF16-H'])
    expect(fonts).toContain(name)
  expect(pages[0]).not.toContain('?')
  expect(pages[0]).not.toContain('no letters here')
})

it('what no font has is a question mark, and the first page says so', async () => {
  const { pages } = await read(partsOf({ history: historyOf(['Approved 🎉']) }))
  expect(pages[0]).toContain('Approved ?')
  expect(pages[0]).toContain('Some characters have no letters here')
})

it('the same parts make the same file', async () => {
  const parts = partsOf({ history: historyOf(['Привет']) })
  const [first, second] = [await read(parts), await read(parts)]
  expect(first.bytes).toEqual(second.bytes)
})

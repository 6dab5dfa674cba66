import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'

/** PDFs with an electronic invoice inside, as the formats prescribe it, and others without text. */

const object = (number: number, text: string) => `${number} 0 obj\n${text}\nendobj\n`
const pdf = (root: string, ...objects: string[]): Uint8Array =>
  new TextEncoder().encode(
    [
      '%PDF-1.7\n',
      object(1, `<< /Type /Catalog /Pages 2 0 R ${root} >>`),
      object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
      object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'),
      ...objects,
      'trailer << /Root 1 0 R >>\n',
    ].join(''),
  )
const fileOf = (name: string) => object(9, `<< /Type /Filespec /F (${name}) /UF (${name}) >>`)
const said = (file: Uint8Array): Promise<string> =>
  pagesOf('pdf', file).then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('a PDF without text', () => {
  it.each([
    ['Factur-X among the files that belong to it', pdf('/AF [9 0 R]', fileOf('factur-x.xml'))],
    ['ZUGFeRD by name', pdf('/Names << /EmbeddedFiles << /Names [(one) 9 0 R] >> >>', fileOf('ZUGFeRD-invoice.xml'))],
    [
      'XRechnung deeper in the tree of names',
      pdf(
        '/Names << /EmbeddedFiles 8 0 R >>',
        object(8, '<< /Kids [7 0 R] >>'),
        object(7, '<< /Names [(one) 9 0 R] >>'),
        fileOf('xrechnung.xml'),
      ),
    ],
  ])('with %s it is said that an electronic invoice is inside', async (_, file) => {
    expect(await said(file)).toBe(
      'The file holds an electronic invoice (such as Factur-X), which can’t be read yet, and no other text. Enter it by hand.',
    )
  })

  it.each([
    ['without files', pdf('')],
    ['with another file', pdf('/AF [9 0 R]', fileOf('terms.xml'))],
    [
      'whose files refer to each other',
      pdf('/Names << /EmbeddedFiles 8 0 R >>', object(8, '<< /Kids [8 0 R 8 0 R] >>')),
    ],
  ])('%s it is said that no text is there', async (_, file) => {
    expect(await said(file)).toBe('No text found. The file may be a scanned image.')
  })
})

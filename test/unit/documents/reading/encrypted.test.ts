import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'
import { ENCRYPTED_PDFS } from '../../../support/encrypted-pdfs.ts'

const bytesOf = (name: keyof typeof ENCRYPTED_PDFS) => new Uint8Array(Buffer.from(ENCRYPTED_PDFS[name], 'base64'))
const textOf = async (bytes: Uint8Array) => (await pagesOf('pdf', bytes)).map(({ text }) => text)

/** With a few bytes of its text replaced by as many others. */
const changed = (bytes: Uint8Array, from: string, to: string): Uint8Array => {
  const text = Buffer.from(bytes).toString('latin1')
  expect(text).toContain(from)
  return new Uint8Array(Buffer.from(text.replaceAll(from, to), 'latin1'))
}

describe('an encrypted PDF', () => {
  it.each(['rc4With40Bits', 'rc4With128Bits', 'aesWith128Bits', 'aesWith256BitsEarly', 'aesWith256Bits'] as const)(
    'a PDF that opens without a password is read (%s)',
    async (name) => {
      expect(await textOf(bytesOf(name))).toEqual(['The subscription fee is $12,000 per year.'])
    },
  )

  it.each(['aesWith128BitsAndPassword', 'aesWith256BitsAndPassword'] as const)(
    'a PDF with a password says that it is password-protected (%s)',
    async (name) => {
      await expect(textOf(bytesOf(name))).rejects.toThrow('The file is password-protected.')
    },
  )

  it('a PDF with an unknown encryption says that it couldn’t be read', async () => {
    const other = changed(bytesOf('rc4With40Bits'), '/Filter /Standard', '/Filter /Acme.Own')
    await expect(textOf(other)).rejects.toThrow('could not be read')
    const unknown = changed(bytesOf('rc4With40Bits'), '/R 2', '/R 9')
    await expect(textOf(unknown)).rejects.toThrow('could not be read')
  })

  it('a PDF whose keys are cut off says that it couldn’t be read', async () => {
    const cut = changed(bytesOf('aesWith256Bits'), '/UE ', '/XX ')
    await expect(textOf(cut)).rejects.toThrow('could not be read')
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileNameOf, sortFiles } from '../../../worker/features/documents/inbound-mail/files.ts'
import { parseMail } from '../../../worker/features/documents/inbound-mail/mail.ts'

const sent = async (name: string) => {
  const { files } = await parseMail(
    new Uint8Array(readFileSync(new URL(`../../support/sent-files/mail/${name}.eml`, import.meta.url))),
  )
  return sortFiles(files).map(({ fileName, refusal }) => [fileName, refusal])
}

describe('files of emails as people send them', () => {
  it.each([
    ['m-name-no-ext-dot', 'Invoice No. 4711.pdf'],
    ['m-name-date', 'rechnung_2026.11.10.pdf'],
    ['e-gmail', 'gmail.pdf'],
    ['e-outlook', 'outlook.pdf'],
  ])('%s: %s is taken', async (name, file) => expect(await sent(name)).toEqual([[file, null]]))

  it('type and first bytes decide together, so a program stays one', () => {
    const bytes = new TextEncoder().encode('MZ program')
    expect(fileNameOf({ name: 'setup.exe', mimeType: 'application/pdf', bytes }, 1)).toBe('setup.exe')
    expect(fileNameOf({ name: 'notes', mimeType: 'constructor', bytes }, 1)).toBe('notes')
    const pdf = new TextEncoder().encode('%PDF-1.7 text')
    expect(fileNameOf({ name: 'scan.2026', mimeType: 'application/octet-stream', bytes: pdf }, 1)).toBe('scan.2026.pdf')
  })
})

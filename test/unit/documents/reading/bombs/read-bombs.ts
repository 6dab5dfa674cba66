import { readFileSync } from 'node:fs'
import { bodyPdf } from '../../../../../worker/features/documents/inbound-mail/body-pdf.ts'
import { parseMail } from '../../../../../worker/features/documents/inbound-mail/mail.ts'
import { findByRules } from '../../../../../worker/features/documents/reading/rules.ts'
import { summaryByRules } from '../../../../../worker/features/documents/reading/summary.ts'
import { pagesOf } from '../../../../../worker/features/documents/reading/text.ts'
import type { Bomb } from './corpus.ts'

/** A separate process: reads the given files one after another, and reports what each took. */

const read = async (kind: Bomb['kind'], bytes: Uint8Array): Promise<string> => {
  if (kind === 'mail') {
    const mail = await parseMail(bytes)
    const pdf = await bodyPdf(mail, 'docs@example.test', 0)
    return `${pdf.byteLength} bytes`
  }
  const pages = kind === 'text' ? [{ page: 1, text: new TextDecoder().decode(bytes) }] : await pagesOf(kind, bytes)
  const found = findByRules(pages)
  summaryByRules(pages)
  return `${pages.length} pages, ${found.length} found`
}

const CPU = 1000
const [, , list = '[]'] = process.argv
const jobs = JSON.parse(readFileSync(list, 'utf8')) as { kind: Bomb['kind']; path: string; name: string }[]
/** The peak so far, in megabytes. */
const peak = () => process.resourceUsage().maxRSS / 1024

// What the libraries and the runtime take doesn't count for the file.
await bodyPdf({ fromAddress: 'a', fromName: 'a', subject: 'a', text: 'a' }, 'a', 0)
for (const kind of ['pdf', 'docx', 'xlsx', 'pptx'] as const)
  await read(kind, new Uint8Array(64)).catch((error: Error) => error.message)
const before = peak()
for (const { kind, path, name } of jobs) {
  const bytes = new Uint8Array(readFileSync(path))
  // What the previous file left behind doesn't count for this one.
  globalThis.gc?.()
  const started = process.cpuUsage()
  const said = await read(kind, bytes).catch((error: Error) => error.message)
  const { user, system } = process.cpuUsage(started)
  const result = { name, said, cpuMs: Math.round((user + system) / CPU), peakMb: Math.round(peak() - before) }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

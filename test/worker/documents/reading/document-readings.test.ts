import { env } from 'cloudflare:workers'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Entity } from '../../../../schema/documents/reading/readings.ts'
import { systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import type { OutboxContext } from '../../../../worker/core/outbox-registry.ts'
import { markUnreadable, readDocumentsJob } from '../../../../worker/features/documents/reading/read-documents.ts'
import { ENCRYPTED_PDFS } from '../../../support/encrypted-pdfs.ts'
import { codeOf } from '../../../support/worker/doors.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { docxOf, makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let vendorId: string

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableDocumentSummary'])
  const boss = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, boss)
  const vendor = { name: 'Northwind Cloud', paymentMethod: 'ACH', owners: [boss.userId] }
  vendorId = (await admin.post('/api/vendors', vendor)).body.id
})

const pdfOf = async (...pages: string[][]): Promise<Uint8Array<ArrayBuffer>> => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) {
    const page = pdf.addPage([612, 792])
    for (const [i, line] of lines.entries()) page.drawText(line, { x: 72, y: 720 - i * 20, size: 11, font })
  }
  return new Uint8Array(await pdf.save())
}

const CONTRACT = [
  [
    'ORDER FORM',
    'Vendor: Northwind Cloud, Inc.',
    'The subscription starts on March 1, 2026 and ends on February 28, 2027.',
  ],
  ['Total: $12,000.00, payable net 45.', 'It renews automatically unless 30 days prior notice is given.'],
]

const context = (more: Partial<typeof env> = {}): OutboxContext => ({
  env: { ...env, ...more } as never,
  db: new Database(env.DB),
  clock: systemClock,
  log: createLogger({}, 'error'),
})

/** What the queue would do for the document. */
const work = async (documentId: string, kinds: ('TEXT' | 'PREDICTIONS' | 'SUMMARY')[], more: object = {}) => {
  const effect = {
    id: crypto.randomUUID(),
    companyId: company.id,
    createdAt: 0,
    attempts: 1,
    group: 'g',
    payload: { documentId, kinds },
  }
  const carryOut = await readDocumentsJob(context(more), [effect])
  return carryOut(effect)
}
const upload = async (fileName: string, bytes: BlobPart) => makeDocument(admin, fileName, { fileName, bytes })
const predictions = async (id: string) => (await admin.get(`/api/document-predictions/${id}`)).body
const entity = (entities: Entity[], type: string) => entities.find((one) => one.type === type)

describe('reading a new document', () => {
  it('a document’s text is read by page, and its terms have a page and a place', async () => {
    const id = await upload('Order form.pdf', await pdfOf(...CONTRACT))
    expect(await predictions(id)).toMatchObject({ state: 'PENDING', text: { state: 'PENDING' }, entities: [] })
    await work(id, ['TEXT', 'PREDICTIONS'])
    const found = await predictions(id)
    expect(found).toMatchObject({ state: 'DONE', provider: 'rules', text: { state: 'DONE', error: null } })
    expect(found.pages.map(({ page }: { page: number }) => page)).toEqual([1, 2])
    expect(found.pages[1].text).toContain('payable net 45')
    const total = entity(found.entities, 'TOTAL_AMOUNT')
    expect(total).toMatchObject({ mentionText: '$12,000.00', pageAnchor: { pageRefs: [{ page: 2 }] } })
    const [corner] = total?.pageAnchor.pageRefs[0]?.normalizedVertices ?? []
    const before = (await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica)).widthOfTextAtSize(
      'Total: ',
      11,
    )
    expect(corner?.x).toBeCloseTo((72 + before) / 612, 1)
    expect(corner?.y).toBeGreaterThan(0.05)
    expect(corner?.y).toBeLessThan(0.1)
    expect(entity(found.entities, 'END_DATE')?.properties).toEqual([{ type: 'date', value: '2027-02-28' }])
    expect(entity(found.entities, 'PARTY')?.properties).toEqual(
      expect.arrayContaining([{ type: 'vendorId', value: vendorId }]),
    )
  })

  it('a Word document is read too, and can be found by its text', async () => {
    const id = await upload('Terms.docx', docxOf('Statement of Work', 'The zeppelin shall be inflated by May 4, 2026.'))
    await work(id, ['TEXT', 'PREDICTIONS'])
    expect(entity((await predictions(id)).entities, 'DOCUMENT_TYPE')?.properties).toEqual([
      { type: 'documentType', value: 'SOW' },
    ])
    const search = async (words: string) => (await admin.get(`/api/search?query=${words}`)).body
    expect(await search('zeppelin inflated')).toMatchObject([{ kind: 'DOCUMENT', documentId: id, name: 'Terms.docx' }])
    expect(await search('Terms')).toMatchObject([{ documentId: id }])
    await admin.call('DELETE', `/api/documents/${id}`)
    expect(await search('zeppelin')).toEqual([])
  })

  it('the change that creates a document requests its reading once', async () => {
    const id = await upload('Once.docx', docxOf('Once'))
    const asked = () => rows("SELECT id FROM outbox WHERE topic = 'document.read' AND payload ->> 'documentId' = ?", id)
    expect(await asked()).toHaveLength(1)
    expect((await admin.post(`/api/documents/${id}/extractText`)).body).toEqual({ id, state: 'PENDING' })
    expect(await asked()).toHaveLength(1)
  })

  it('a picture has no text to read', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
    const id = await upload('Photo.png', png)
    expect(await predictions(id)).toMatchObject({ state: 'UNSUPPORTED', text: { state: 'UNSUPPORTED' } })
    expect(codeOf(await admin.post(`/api/documents/${id}/extractText`))).toBe('RULE_BROKEN')
  })

  it('an encrypted document is read if it opens without a password, and says so if it has one', async () => {
    const decoded = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    for (const name of ['rc4With128Bits', 'aesWith128Bits', 'aesWith256Bits'] as const) {
      const id = await upload(`${name}.pdf`, decoded(ENCRYPTED_PDFS[name]))
      await work(id, ['TEXT'])
      expect((await predictions(id)).pages[0].text, name).toContain('The subscription fee is $12,000')
    }
    const id = await upload('closed.pdf', decoded(ENCRYPTED_PDFS.aesWith256BitsAndPassword))
    await work(id, ['TEXT'])
    expect((await predictions(id)).text).toMatchObject({ state: 'FAILED', error: 'The file is password-protected.' })
  })

  it('a damaged document says so, isn’t retried automatically, and is read again on request', async () => {
    const id = await upload('Broken.pdf', '%PDF-1.7\nnothing of a file')
    await work(id, ['TEXT', 'PREDICTIONS'])
    expect((await predictions(id)).text).toEqual({ state: 'FAILED', error: 'The file is damaged.' })
    expect((await admin.post(`/api/documents/${id}/extractText`)).body.state).toBe('PENDING')
    expect((await predictions(id)).text).toEqual({ state: 'PENDING', error: null })
  })

  it('a document that reading gave up on says so, and is read again on request', async () => {
    const id = await upload('Given up.docx', docxOf('Given up'))
    const effect = {
      id: 'e',
      companyId: company.id,
      attempts: 3,
      group: 'g',
      payload: { documentId: id, kinds: ['TEXT'] },
    }
    await markUnreadable(context(), effect as never)
    expect((await predictions(id)).text).toEqual({ state: 'FAILED', error: 'Could not be read.' })
    expect((await admin.post(`/api/documents/${id}/extractText`)).body.state).toBe('PENDING')
  })

  it('a document with only pictures says that it may be a scan', async () => {
    const id = await upload('Scan.pdf', await pdfOf([]))
    await work(id, ['TEXT'])
    expect((await predictions(id)).text.error).toMatch(/No text found/)
  })
})

describe('the summary of a document', () => {
  it('a summary is requested, appears once written, and is rewritten only on request', async () => {
    const id = await upload('Order.pdf', await pdfOf(...CONTRACT))
    const ask = async (body: object = {}) => (await admin.post(`/api/documents/${id}/summarize`, body)).body
    expect(await ask()).toMatchObject({ state: 'PENDING', summary: null })
    await work(id, ['SUMMARY'])
    const { state, summary } = await ask()
    expect(state).toBe('DONE')
    expect(summary).toContain('It runs from Mar 1, 2026 to Feb 28, 2027. The total is $12,000.00.')
    expect((await admin.get(`/api/documents/${id}`)).body.summary).toBe(summary)
    expect((await ask({ again: true })).state).toBe('PENDING')
    expect((await admin.call('POST', `/api/documents/${id}/summarize`)).body).toMatchObject({ state: 'PENDING' })
  })
})

describe('reading with the provider', () => {
  const answers = (response: unknown) => ({ run: vi.fn(async () => ({ response })) })
  const provider = (AI: object) => ({ OUTLAY_DOCUMENT_READER: 'workers-ai', AI })

  it('the provider’s terms count if the page contains them, and mean what the rules read there', async () => {
    const id = await upload('Contract.pdf', await pdfOf(...CONTRACT))
    const entities = [
      { type: 'TOTAL_AMOUNT', mentionText: '$12,000.00', page: 2, confidence: 0.97 },
      { type: 'TOTAL_AMOUNT', mentionText: '$99,999.00', page: 2, confidence: 0.99 },
      { type: 'WEATHER', mentionText: 'ORDER FORM', page: 1, confidence: 0.9 },
    ]
    const ai = answers({ entities })
    await work(id, ['TEXT', 'PREDICTIONS'], provider(ai))
    const found = await predictions(id)
    expect(found.provider).toBe('workers-ai')
    expect(found.entities).toMatchObject([
      {
        type: 'TOTAL_AMOUNT',
        mentionText: '$12,000.00',
        confidence: 0.97,
        properties: [
          { type: 'value', value: '1200000' },
          { type: 'currency', value: 'USD' },
        ],
      },
    ])
    const [model, input] = (ai.run.mock.calls as unknown as [string, Record<string, unknown>][])[0] ?? []
    expect(model).toMatch(/^@cf\//)
    expect(input).toMatchObject({
      response_format: { type: 'json_schema' },
      messages: [{ role: 'system' }, { role: 'user' }],
    })
  })

  it('without the provider the text is read, the state says so, and a later attempt completes it', async () => {
    const id = await upload('Later.pdf', await pdfOf(...CONTRACT))
    const down = { run: () => Promise.reject(new Error('5016: model is overloaded')) }
    await expect(work(id, ['TEXT', 'PREDICTIONS'], provider(down))).rejects.toThrow('overloaded')
    const failed = await predictions(id)
    expect(failed).toMatchObject({ state: 'FAILED', text: { state: 'DONE' } })
    expect(failed.error).toBe('It couldn’t be read just now. Outlay will try again automatically.')
    await work(id, ['PREDICTIONS'])
    expect(await predictions(id)).toMatchObject({ state: 'DONE', error: null })
  })

  it('an invalid answer from the provider keeps what was read before', async () => {
    const id = await upload('Kept.pdf', await pdfOf(...CONTRACT))
    await work(id, ['TEXT', 'PREDICTIONS'])
    const before = (await predictions(id)).entities
    await expect(work(id, ['PREDICTIONS'], provider(answers('no JSON at all')))).rejects.toThrow('no JSON')
    expect(await predictions(id)).toMatchObject({ state: 'FAILED', entities: before })
  })
})

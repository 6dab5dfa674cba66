import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceValue } from '../../../../schema/documents/reading/readings.ts'
import { newId, systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { readDocumentsJob } from '../../../../worker/features/documents/reading/read-documents.ts'
import { subscription } from '../../../support/invoice-layouts.ts'
import { addErp, type BillScene, bodyOf, connectBooks, makeBillScene } from '../../../support/worker/bills.ts'
import { deliver, INBOUND_DOMAIN, PASSED, pdfFile } from '../../../support/worker/mails.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { PDF } from '../../../support/worker/uploads.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** Invoices that vendors email to the company’s address, or to that of an entity. */

let scene: BillScene
/** What the queue would do. */
const read = async (documentId: string): Promise<void> => {
  const effect = { id: newId(), companyId: scene.company.id, createdAt: 0, attempts: 1, group: 'g' }
  const payload = { documentId, kinds: ['TEXT' as const, 'PREDICTIONS' as const] }
  const context = { env: env as never, db: new Database(env.DB), clock: systemClock, log: createLogger({}, 'error') }
  await (await readDocumentsJob(context, [{ ...effect, payload }]))({ ...effect, payload })
}
const ADDRESSES = '/api/payments/invoice-addresses'
const SET = 'mutation ($e: ID!, $n: String!) { setErpEntityEmail(erpEntityId: $e, emailShortName: $n) { id } }'

beforeAll(async () => {
  scene = await makeBillScene()
})

const addressTo = (name = 'invoices', { company } = scene) => `${company.id}_${name}@${INBOUND_DOMAIN}`
const verified = { 'Authentication-Results': PASSED }
const invoices = async ({ clerk } = scene) =>
  (await clerk.get('/api/payments/invoices?first=50')).body.edges.map(({ node }: { node: unknown }) => node)
const nameEntity = async (name: string, entity = scene.erpEntityId) =>
  (await scene.admin.graphql(SET, { e: entity, n: name })).body
const fileOf = (text: string) => pdfFile(`${text}.pdf`, new Uint8Array([...PDF, ...new TextEncoder().encode(text)]))
const mail = (to: string, more: Partial<Parameters<typeof deliver>[0]> = {}) =>
  deliver({ to, headers: verified, attachments: [fileOf(newId())], ...more })
const named = async (name: string, client = scene) =>
  (await invoices(client)).find((one: { document: { name: string } }) => one.document.name === name)

describe('an invoice by email', () => {
  it('an emailed invoice waits in the inbox with who sent it, and its file is a document of the type invoice', async () => {
    expect(await mail(addressTo(), { attachments: [fileOf('June')] })).toBeNull()
    const invoice = await named('June.pdf')
    expect(invoice).toMatchObject({
      source: 'EMAIL',
      from: 'billing@vendor.test',
      sender: { isKnown: false, isVerified: true },
      erpEntity: null,
      bills: [],
    })
    const document = await scene.clerk.get(`/api/documents/${invoice.document.id}`)
    expect(document.body).toMatchObject({ type: ['INVOICE'], uploadedByEmail: 'billing@vendor.test' })
    const history = await rows<{ message: string }>(
      'SELECT message FROM audit_log WHERE company_id = ? AND target_id = ?',
      ...[scene.company.id, invoice.document.id],
    )
    expect(history[0]?.message).toBe('Received invoice June.pdf by email from billing@vendor.test')
  })

  it('an invoice to an entity’s address belongs to that entity', async () => {
    expect(await nameEntity('Europe')).toMatchObject({ data: { setErpEntityEmail: { id: scene.erpEntityId } } })
    expect(await mail(addressTo('europe'), { attachments: [fileOf('Europe')] })).toBeNull()
    expect(await named('Europe.pdf')).toMatchObject({ erpEntity: { id: scene.erpEntityId, name: 'Acme US' } })
  })

  it('an emailed PDF is read, with the place of each value', async () => {
    await mail(addressTo(), { attachments: [pdfFile('Read.pdf', await subscription()())] })
    const { document } = await named('Read.pdf')
    await read(document.id)
    const { body } = await scene.clerk.get(`/api/document-predictions/${document.id}`)
    expect(body).toMatchObject({ state: 'DONE', error: null })
    const number = body.invoiceValues.find((one: InvoiceValue) => one.properties.label === 'Invoice number')
    expect(number).toMatchObject({ kind: 'FIELD', mentionText: 'NW-2026-0042' })
    expect(number.pageAnchor.pageRefs[0]).toMatchObject({ page: 1, normalizedVertices: [{}, {}, {}, {}] })
    expect(body.invoiceValues.filter(({ kind }: InvoiceValue) => kind === 'LINE')).toHaveLength(2)
  })

  it('the same email twice is one invoice', async () => {
    const again = { headers: { ...verified, 'Message-ID': `<${newId()}@vendor.test>` }, attachments: [fileOf('Twice')] }
    expect([await mail(addressTo(), again), await mail(addressTo(), again)]).toEqual([null, null])
    const all = await invoices()
    expect(all.filter((one: { document: { name: string } }) => one.document.name === 'Twice.pdf')).toHaveLength(1)
  })

  it('an email to both addresses, for documents and for invoices, is taken at both', async () => {
    const both = { headers: { ...verified, 'Message-ID': `<${newId()}@vendor.test>` }, attachments: [fileOf('Both')] }
    await mail(`${scene.company.id}@${INBOUND_DOMAIN}`, both)
    expect(await named('Both.pdf')).toBeUndefined()
    await mail(addressTo(), both)
    expect(await named('Both.pdf')).toBeDefined()
  })

  it('all files of an email become invoices, but pictures beside a PDF don’t', async () => {
    const logo = { filename: 'logo.png', contentType: 'image/png', content: PNG }
    await mail(addressTo(), { attachments: [fileOf('First'), fileOf('Second'), logo] })
    expect(await named('First.pdf')).toBeDefined()
    expect(await named('Second.pdf')).toBeDefined()
    expect(await named('logo.png')).toBeUndefined()
    await mail(addressTo(), { attachments: [{ ...logo, filename: 'photo.png' }] })
    expect(await named('photo.png')).toBeDefined()
  })

  it('a sender is known once a bill was entered from one, and as a member', async () => {
    const from = 'Sales <sales@known.test>'
    await mail(addressTo(), { from, attachments: [fileOf('Before')] })
    const before = await named('Before.pdf')
    expect(before.sender.isKnown).toBe(false)
    const entered = await scene.clerk.post('/api/payments/bills', await bodyOf(scene, { invoiceId: before.id }))
    expect(entered.status).toBe(200)
    await mail(addressTo(), { from, attachments: [fileOf('After')] })
    expect((await named('After.pdf')).sender.isKnown).toBe(true)
    await mail(addressTo(), { from: scene.people.member.email, attachments: [fileOf('Member')] })
    expect((await named('Member.pdf')).sender.isKnown).toBe(true)
    // Not in another company.
    const other = await makeBillScene()
    await mail(addressTo('invoices', other), { from, attachments: [fileOf('Elsewhere')] })
    expect((await named('Elsewhere.pdf', other)).sender.isKnown).toBe(false)
  })

  it('an email that its domain doesn’t confirm is marked, and one that it disowns is held until an admin releases it', async () => {
    await nameEntity('held')
    await mail(addressTo('held'), { headers: {}, attachments: [fileOf('Unsigned')] })
    expect((await named('Unsigned.pdf')).sender.isVerified).toBe(false)
    await mail(addressTo('held'), {
      headers: { 'Authentication-Results': 'mx.cloudflare.net; dmarc=fail' },
      attachments: [fileOf('Forged')],
    })
    expect(await named('Forged.pdf')).toBeUndefined()
    const { body } = await scene.admin.get('/api/inbound-messages?first=50&state=HELD')
    const released = await scene.admin.post(`/api/inbound-messages/${body.edges[0].node.id}/release`, {})
    expect(released.status).toBe(200)
    expect(await named('Forged.pdf')).toMatchObject({
      erpEntity: { id: scene.erpEntityId },
      sender: { isVerified: false },
    })
  })

  it('the text beside a refused file becomes no invoice, and the sender is told', async () => {
    const other = await makeBillScene()
    const from = 'Cleo <cleo@covering.test>'
    const exe = { filename: 'invoice.exe', contentType: 'application/octet-stream', content: new Uint8Array([77, 90]) }
    const text = 'Please find our invoice INV-77 attached. The total is $1,250.00, payable in 30 days.'
    expect(await mail(addressTo('invoices', other), { from, text, attachments: [exe] })).toBeNull()
    expect(await invoices(other)).toEqual([])
    const told = await rows(
      "SELECT payload FROM outbox WHERE company_id = ? AND topic = 'inbound-mail.no-invoice'",
      other.company.id,
    )
    expect(told).toHaveLength(1)
  })

  it('an email without a file is answered with what to do, at most five times a day, and never to an unverified sender', async () => {
    const from = 'Ann <ann@empty.test>'
    for (let count = 0; count < 6; count += 1)
      expect(await mail(addressTo(), { from, subject: `Invoice ${count}`, attachments: [] })).toBeNull()
    const answers = "SELECT payload FROM outbox WHERE company_id = ? AND topic = 'inbound-mail.no-invoice'"
    expect(await rows(answers, scene.company.id)).toHaveLength(5)
    const exe = { filename: 'a.exe', contentType: 'application/octet-stream', content: new Uint8Array([77, 90]) }
    expect(await mail(addressTo(), { headers: {}, from: 'Bob <bob@empty.test>', attachments: [exe] })).toBe(
      'No invoice is attached. Send the email again with the invoice as a PDF, Word or picture file.',
    )
    expect(await rows(answers, scene.company.id)).toHaveLength(5)
  })
})

/** The smallest picture. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (one) => one.charCodeAt(0),
)

describe('the addresses for invoices', () => {
  const NO_ADDRESS = 'No company receives documents at this address. Check how it is written.'

  it('a company has one from the start, and its entities none', async () => {
    const other = await makeBillScene()
    expect((await other.clerk.get(ADDRESSES)).body).toEqual({
      inboundDomain: INBOUND_DOMAIN,
      prefix: `${other.company.id}_`,
      addresses: [
        { erpEntity: null, shortName: 'invoices', address: addressTo('invoices', other) },
        { erpEntity: { id: other.erpEntityId, name: 'Acme US' }, shortName: null, address: null },
      ],
    })
    expect(await mail(addressTo('acme-us', other))).toBe(NO_ADDRESS)
  })

  it('a replaced one is refused from then on, and the new one taken', async () => {
    const other = await makeBillScene()
    const replace = (shortName: string) => other.admin.post(`${ADDRESSES}/renew`, { erpEntityId: null, shortName })
    const { status, body } = await replace('invoices')
    expect(status).toBe(200)
    expect(body.shortName).toMatch(/^invoices-[a-z]{2}\d{4}$/)
    expect(await mail(addressTo('invoices', other))).toBe(NO_ADDRESS)
    expect(await mail(body.address)).toBeNull()
    // Someone who looks at the former one replaces nothing.
    expect((await replace('invoices')).status).toBe(409)
    const next = await replace(body.shortName)
    expect(next.body.shortName).toMatch(/^invoices-[a-z]{2}\d{4}$/)
    expect(next.body.shortName).not.toBe(body.shortName)
  })

  it('no two have one name, not even the company’s usual one', async () => {
    const second = await addErp(scene.company.id, 'ENTITY', 'Second', { connection_id: scene.connectionId })
    await nameEntity('one')
    for (const name of ['one', 'invoices']) {
      const { errors } = await nameEntity(name, second)
      expect(errors?.[0]?.extensions?.fields).toEqual({ emailShortName: 'Another address has this name' })
    }
    expect((await nameEntity('two', second)).errors).toBeUndefined()
  })

  it('an empty name removes it, and an entity that left the accounting system receives nothing', async () => {
    const gone = await addErp(scene.company.id, 'ENTITY', 'Gone', { connection_id: scene.connectionId })
    await nameEntity('gone', gone)
    expect(await mail(addressTo('gone'))).toBeNull()
    await nameEntity('', gone)
    expect(await mail(addressTo('gone'))).toBe(NO_ADDRESS)
    await nameEntity('gone', gone)
    await run('UPDATE erp_objects SET deleted_at = 1 WHERE id = ?', gone)
    expect(await mail(addressTo('gone'))).toBe(NO_ADDRESS)
  })

  it('only people who set payments up change addresses, each change is in the history, and other companies’ entities aren’t found', async () => {
    const refused = await scene.clerk.graphql(SET, { e: scene.erpEntityId, n: 'mine' })
    expect(refused.body.errors[0].extensions.code).toBe('FORBIDDEN')
    const other = await makeBillScene()
    const { errors } = await nameEntity('theirs', other.erpEntityId)
    expect(errors[0].extensions.code).toBe('NOT_FOUND')
    await nameEntity('mine')
    const [entry] = await rows<{ message: string }>(
      `SELECT message FROM audit_log WHERE company_id = ? AND action = 'payments.invoice-address-changed'
        ORDER BY id DESC LIMIT 1`,
      scene.company.id,
    )
    expect(entry?.message).toBe(`Changed the invoice address of Acme US to ${addressTo('mine')}`)
  })

  it('a company without payments has none', async () => {
    const company = await makeCompany([])
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    await connectBooks(company.id)
    expect((await admin.get(ADDRESSES)).status).toBe(403)
    expect(await mail(`${company.id}_invoices@${INBOUND_DOMAIN}`)).toBe(NO_ADDRESS)
  })
})

import { env, exports } from 'cloudflare:workers'
import { decodePDFRawStream, PDFDocument, PDFRawStream } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Evidence } from '../../../../schema/approvals/evidence/pack.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { verifyEvidence } from '../../../../worker/features/approvals/evidence/verify.ts'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { enter } from '../../../support/worker/bills.ts'
import { askFor, newAuditKey, packOf, runEvidenceJob, signedPack } from '../../../support/worker/evidence.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Asking for the evidence of a bill that was paid, and its files. */

const CANARY = '90471183550099'

let scene: PaidScene
let billId: string
let pack: Evidence
let files: { pdf: { url: string; name: string; size: number }; json: { url: string; name: string; size: number } }
let digest: string
let packId: string

/** A file as its bytes, one letter each. */
const bytesOf = async (client: Client, url: string): Promise<string> => {
  const answer = await exports.default.fetch(`https://outlay.test${url}`, { headers: { Cookie: client.cookie ?? '' } })
  return String.fromCharCode(...new Uint8Array(await answer.arrayBuffer()))
}

beforeAll(async () => {
  scene = await makePaidScene({ accountNumber: CANARY })
  const paid = await approvedPayment(scene, {
    invoiceNumber: `EV-${newId().slice(-8)}`,
    description: 'Хостинг за ноябрь',
  })
  billId = paid.billId
  await scene.colleague.post(`/api/payments/start-bill-payment-process/${paid.paymentId}/${scene.bank}`)
  await settled()
  passAtStripe(60_000)
  await deliver(stripeThere())
  const asked = await askFor(scene.clerk, 'BILL', billId)
  expect(asked.status).toBe(200)
  packId = asked.body.id
  const { body } = await packOf(scene.clerk, scene.company.id, packId)
  expect(body.status).toBe('DONE')
  files = body.files
  digest = body.digest
  pack = (await scene.clerk.get(files.json.url)).body
})

describe('the pack of a paid bill', () => {
  it('a pack has who decided what on which version, and the hash of that version', () => {
    const [version] = pack.sections.versions
    expect(version).toMatchObject({
      version: 1,
      by: { name: 'Clara Clerk' },
      content: { description: 'Хостинг за ноябрь' },
    })
    expect(pack.sections.decisions).toMatchObject([
      {
        what: 'APPROVED',
        by: { name: 'Paul Approver' },
        versionSeen: 1,
        step: expect.any(String),
        impersonatorId: null,
      },
    ])
    expect(pack.sections.steps).toMatchObject([
      { asked: [{ name: 'Paul Approver' }], status: 'APPROVED', askedAt: expect.any(String) },
    ])
    expect(Object.values(pack.names)).toEqual(expect.arrayContaining(['Acme Cloud Inc', 'Software']))
  })

  it('a pack has the bill’s invoice with the hash of the file', async () => {
    const [stored] = await rows<{ sha256: string }>(
      `SELECT d.sha256 FROM bills b JOIN invoices i ON i.id = b.invoice_id JOIN documents d ON d.id = i.document_id WHERE b.id = ?`,
      billId,
    )
    expect(pack.sections.documents).toMatchObject([{ name: 'Invoice.pdf', sha256: stored?.sha256 }])
  })

  it('a pack has the bill’s payment with what happened, and the ledger entries of both', () => {
    expect(pack.sections.payments).toMatchObject([{ status: 'PAID', amount: 120_000, currency: 'USD' }])
    expect(pack.sections.paymentEvents.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['payment.started', 'payment.paid']),
    )
    expect(pack.sections.ledgerEntries.map(({ type }) => type).sort()).toEqual(['BILL', 'BILL_PAYMENT'])
    for (const { postings } of pack.sections.ledgerEntries)
      expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(pack.sections.accounting.map(({ type }) => type).sort()).toEqual(['BILL', 'BILL_PAYMENT'])
  })

  it('a pack has the whole history of its bill, also that the pack was asked for, and what proves it', async () => {
    const messages = pack.sections.history.map(({ message }) => message)
    const logged = await rows<{ message: string }>(
      `SELECT full_message AS message FROM audit_log WHERE company_id = ? AND target_id = ? AND full_action <> 'bill.evidence-made'
        ORDER BY id`,
      ...[scene.company.id, billId],
    )
    expect(messages).toEqual(logged.map(({ message }) => message))
    expect(messages.at(-1)).toBe('Asked for an evidence pack')
    // An installation without a key signs nothing. All else is as it should be.
    expect((await verifyEvidence(JSON.stringify(pack))).problems).toEqual([
      'The pack isn’t signed, so this can’t show who made it, or whether it was changed.',
    ])
  })

  it('comes with the PDF whose hash it has, and both files are downloads', async () => {
    const pdf = await bytesOf(scene.clerk, files.pdf.url)
    expect(pdf.slice(0, 4)).toBe('%PDF')
    expect(files.pdf).toMatchObject({ name: expect.stringMatching(/^evidence-bill-.*\.pdf$/), size: pdf.length })
    const sha256 = [
      ...new Uint8Array(
        await crypto.subtle.digest(
          'SHA-256',
          Uint8Array.from(pdf, (c) => c.charCodeAt(0)),
        ),
      ),
    ]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    expect(pack.manifest.pdf).toEqual({ sha256, size: pdf.length })
    const answer = await scene.clerk.get(files.json.url)
    expect(answer.headers.get('Content-Disposition')).toContain('attachment')
  })

  it('no bank account number is anywhere in a pack', async () => {
    const bytes = Uint8Array.from(await bytesOf(scene.clerk, files.pdf.url), (c) => c.charCodeAt(0))
    const document = await PDFDocument.load(bytes)
    const streams = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [decodePDFRawStream(object).decode()] : []))
    const hex = [...CANARY].map((c) => c.charCodeAt(0).toString(16)).join('')
    for (const stream of streams) {
      const text = String.fromCharCode(...stream.slice(0, 100_000))
      expect(text.includes(CANARY) || text.toLowerCase().includes(hex)).toBe(false)
    }
    expect(streams.length).toBeGreaterThan(0)
    expect(JSON.stringify(pack)).not.toContain(CANARY)
    expect(JSON.stringify(pack)).not.toMatch(/sk_test|whsec|client_secret/)
  })

  it('making a pack is in the history of the bill, with its digest and the hashes of both files', async () => {
    const { body } = await scene.clerk.get(`/api/audit-logs?targetType=BILL&targetId=${billId}`)
    const made = body.edges
      .map(({ node }: { node: { action: string } }) => node)
      .find(({ action }: { action: string }) => action === 'bill.evidence-made')
    expect(made).toMatchObject({
      user: { firstName: 'Clara' },
      changeData: { digest, pdfSha256: pack.manifest.pdf.sha256, jsonSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const json = new TextDecoder().decode(
      Uint8Array.from(await bytesOf(scene.clerk, files.json.url), (c) => c.charCodeAt(0)),
    )
    expect(made.changeData.jsonSha256).toBe(sha256Hex(json))
  })
})

describe('who can have one', () => {
  it('only who asked can read a pack, and admins have to make their own', async () => {
    expect((await scene.admin.get(`/api/evidence-packs/${packId}`)).status).toBe(404)
    expect((await scene.colleague.get(files.json.url)).status).toBe(404)
  })

  it('approvers without a right to evidence and members are refused', async () => {
    for (const client of [scene.approver, scene.member]) expect((await askFor(client, 'BILL', billId)).status).toBe(403)
  })

  it('an auditor who can’t see bills, and another company, are told that there is none', async () => {
    const { company } = scene
    const auditor = await signIn(company, await company.addPerson({ flags: ['hasSuperViewerAccess'] }))
    expect((await askFor(auditor, 'BILL', billId)).status).toBe(404)
    const other = await makeCompany(['paymentsEnabled'])
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await askFor(stranger, 'BILL', billId)).status).toBe(404)
    expect((await stranger.get(`/api/evidence-packs/${packId}`)).status).toBe(404)
  })

  it('who lost the right before the job ran gets nothing', async () => {
    const { company } = scene
    const person = await company.addPerson({ flags: ['hasPaymentsAccess'] })
    const client = await signIn(company, person)
    await run('UPDATE company_memberships SET has_payments_access = 0 WHERE user_id = ?', person.userId)
    const [asked] = [newId()]
    const now = Date.now()
    await run(
      `INSERT INTO evidence_packs (id, company_id, user_id, target_type, target_id, status, created_at, expires_at)
       VALUES (?, ?, ?, 'BILL', ?, 'PENDING', ?, ?)`,
      ...[asked, company.id, person.userId, billId, now, now + 60_000],
    )
    await run(
      `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at) VALUES (?, ?, 'evidence.make', ?, ?, 0)`,
      ...[newId(), company.id, JSON.stringify({ evidenceId: asked }), now],
    )
    await runEvidenceJob(company.id)
    await run('UPDATE company_memberships SET has_payments_access = 1 WHERE user_id = ?', person.userId)
    expect((await client.get(`/api/evidence-packs/${asked}`)).body).toMatchObject({ status: 'FAILED', files: null })
  })
})

describe('how long it is kept', () => {
  it('after an hour its files and its row are gone, and what was made stays in the history', async () => {
    const asked = await askFor(scene.admin, 'BILL', await enter(scene))
    const { body } = await packOf(scene.admin, scene.company.id, asked.body.id)
    expect((await scene.admin.get(body.files.json.url)).status).toBe(200)
    await run('UPDATE evidence_packs SET expires_at = 1 WHERE id = ?', asked.body.id)
    expect((await scene.admin.get(`/api/evidence-packs/${asked.body.id}`)).status).toBe(404)
    await runTicks(env)
    expect(await rows('SELECT id FROM evidence_packs WHERE id = ?', asked.body.id)).toEqual([])
    for (const file of [body.files.pdf, body.files.json]) expect((await scene.admin.get(file.url)).status).toBe(404)
  })

  it('asking again while one is made gets the same one', async () => {
    const id = await enter(scene)
    const now = Date.now()
    const waiting = newId()
    await run(
      `INSERT INTO evidence_packs (id, company_id, user_id, target_type, target_id, status, created_at, expires_at)
       VALUES (?, ?, ?, 'BILL', ?, 'PENDING', ?, ?)`,
      ...[waiting, scene.company.id, scene.people.clerk.userId, id, now, now + 60_000],
    )
    expect((await askFor(scene.clerk, 'BILL', id)).body.id).toBe(waiting)
    const own = await askFor(scene.admin, 'BILL', id)
    expect(own.body.id).not.toBe(waiting)
    expect((await packOf(scene.admin, scene.company.id, own.body.id)).body.status).toBe('DONE')
  })
})

it('keys of the installation are in a pack as public keys only', async () => {
  const keys = await newAuditKey('2026')
  const { text } = await signedPack(scene.company.id, { kind: 'BILL', id: billId, keys })
  expect(text).not.toContain(keys.slice(5))
  expect(text).toContain('"id": "2026"')
})

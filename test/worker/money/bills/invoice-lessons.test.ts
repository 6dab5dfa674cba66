import { beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceValue } from '../../../../schema/documents/reading/readings.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'
import { type Subscription, subscription } from '../../../support/invoice-layouts.ts'
import { addErp, addPlainInvoice, type BillScene, bookedOf, makeBillScene } from '../../../support/worker/bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** What entering a bill teaches about the vendor's next invoice. */

let scene: BillScene
beforeAll(async () => {
  scene = await makeBillScene()
})

/** An invoice that is read already. */
const valuesOf = async (says: Subscription) => invoiceValues(await pagesOf('pdf', await subscription(says)()))
const addRead = async (
  says: Subscription,
  sender: string | null = null,
  of = scene,
  values?: InvoiceValue[],
): Promise<string> => {
  const id = await addPlainInvoice(of)
  await run(
    `INSERT INTO document_readings (company_id, document_id, kind, state, result, requested_at)
     SELECT company_id, document_id, 'PREDICTIONS', 'DONE', ?2, 1 FROM invoices WHERE id = ?1`,
    ...[id, JSON.stringify(values ?? (await valuesOf(says)))],
  )
  await run('UPDATE invoices SET sender_address = ?2 WHERE id = ?1', id, sender)
  return id
}
const enter = async (invoiceId: string, more: Record<string, unknown> = {}, of = scene): Promise<string> => {
  const answer = await of.clerk.post('/api/payments/bills', {
    ...{ invoiceId, erpVendorId: of.erpVendorId, erpEntityId: of.erpEntityId, invoiceNumber: newId() },
    ...{ invoiceDate: '2026-03-04', dueDate: '2026-04-03', totalAmount: 125_000 },
    lines: [{ amount: 125_000, memo: 'Team plan', ...bookedOf(of) }],
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const vendorOf = async (invoiceId: string, of = scene) =>
  (await of.clerk.get(`/api/payments/invoices/${invoiceId}/vendor`)).body
const lessonsOf = async (vendor = scene.erpVendorId, of = scene) =>
  (await of.clerk.get(`/api/payments/invoice-lessons/${vendor}`)).body
/** What was learned is there with the bill. */
const learned = async (more: object, vendor = scene.erpVendorId) => {
  const found = (await lessonsOf(vendor)).find((one: object) =>
    Object.entries(more).every(([key, value]) => one[key as keyof typeof one] === value),
  )
  expect(found).toBeDefined()
  return found
}

describe('the vendor of an invoice', () => {
  it('a vendor is recognized by its name in the accounting system, or by the company’s vendor of that name', async () => {
    expect(await vendorOf(await addRead({ vendor: 'Acme Cloud Inc' }))).toMatchObject({
      erpVendor: { id: scene.erpVendorId },
      by: 'NAME',
    })
    expect(await vendorOf(await addRead({ vendor: 'Acme Cloud, LLC' }))).toMatchObject({
      erpVendor: { id: scene.erpVendorId },
      by: 'NAME',
    })
    expect(await vendorOf(await addRead({ vendor: 'Nobody Knows Ltd' }))).toMatchObject({ erpVendor: null, by: null })
  })

  it.each([
    ['Zebra Tools Ltd', 'Aardvark Parts Ltd'],
    ['Bison Goods Ltd', 'Yak Supplies Ltd'],
  ])('an invoice that names two vendors, %s as its sender, is the sender’s', async (sender, other) => {
    const of = { connection_id: scene.connectionId }
    const ids = new Map<string, string>()
    for (const name of [sender, other]) ids.set(name, await addErp(scene.company.id, 'VENDOR', name, of))
    const namedAs = async (vendor: string, role: string) =>
      (await valuesOf({ vendor }))
        .filter(({ kind, mentionText }) => kind === 'NAME' && mentionText === vendor)
        .slice(0, 1)
        .map((one) => ({ ...one, properties: { ...one.properties, role } }))
    const [from, head] = [await namedAs(sender, 'from'), await namedAs(other, 'head')]
    for (const read of [
      [...from, ...head],
      [...head, ...from],
    ]) {
      expect(read).toHaveLength(2)
      const { erpVendor } = await vendorOf(await addRead({}, null, scene, read))
      expect(erpVendor).toMatchObject({ id: ids.get(sender), name: sender })
    }
  })

  it('a name means the vendor chosen for it the last time, until someone forgets it', async () => {
    const billId = await enter(await addRead({ vendor: 'Trade Name GmbH' }))
    const lesson = await learned({ kind: 'NAME', value: 'Trade Name GmbH' })
    expect(lesson.bill.id).toBe(billId)
    const next = await addRead({ vendor: 'Trade Name GmbH' })
    expect(await vendorOf(next)).toMatchObject({ erpVendor: { id: scene.erpVendorId }, by: 'LEARNED_NAME' })
    const history = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE target_id = ? AND action = 'invoice-lesson.learned'",
      billId,
    )
    expect(history[0]?.message).toBe('Learned about invoices of Acme Cloud Inc: “Trade Name GmbH” is their name')
    expect((await scene.clerk.call('DELETE', `/api/payments/invoice-lessons/${lesson.id}`)).status).toBe(204)
    expect(await vendorOf(next)).toMatchObject({ erpVendor: null })
  })

  it('a vendor is known by its sender, unless bills of several vendors came from there', async () => {
    const sender = 'billing@portal.test'
    await enter(await addRead({ vendor: 'Unnamed One Ltd' }, sender))
    await learned({ kind: 'SENDER', value: sender })
    expect(await vendorOf(await addRead({ vendor: 'Changed Name Ltd' }, sender))).toMatchObject({
      erpVendor: { id: scene.erpVendorId },
      by: 'SENDER',
    })
    const second = await addErp(scene.company.id, 'VENDOR', 'Second Vendor', { connection_id: scene.connectionId })
    await enter(await addRead({ vendor: 'Second Vendor' }, sender), { erpVendorId: second })
    expect(await vendorOf(await addRead({ vendor: 'Whoever Ltd' }, sender))).toMatchObject({ erpVendor: null })
    expect((await lessonsOf(second)).map(({ kind }: { kind: string }) => kind)).not.toContain('SENDER')
  })

  it('a sender among the company’s own people teaches nothing about vendors', async () => {
    const member = scene.people.member.email
    await enter(await addRead({ vendor: 'Forwarded Ltd' }, member))
    await learned({ kind: 'NAME', value: 'Forwarded Ltd' })
    expect((await lessonsOf()).some(({ value }: { value: string }) => value === member)).toBe(false)
  })

  it('another company’s lessons count for nothing', async () => {
    const other = await makeBillScene()
    expect(await vendorOf(await addRead({ vendor: 'Forwarded Ltd' }, null, other), other)).toMatchObject({
      erpVendor: null,
    })
    expect(await lessonsOf(scene.erpVendorId, other)).toEqual([])
  })
})

describe('a corrected value', () => {
  it('teaches the label before it and how dates are written, once', async () => {
    const of = await makeBillScene()
    const says = { vendor: 'Acme Cloud Inc', numberLabel: 'Our sign', date: '03/04/2026', due: '03/05/2026' }
    const corrected = { invoiceDate: '2026-04-03', dueDate: '2026-05-03' }
    await enter(await addRead({ ...says, number: 'BX-77' }, null, of), { ...corrected, invoiceNumber: 'BX-77' }, of)
    const shown = async () =>
      (await lessonsOf(of.erpVendorId, of)).map(({ kind, field, value }: Record<string, string>) => [
        kind,
        field,
        value,
      ])
    expect((await shown()).toSorted()).toEqual([
      ['DATE_ORDER', null, 'DMY'],
      ['LABEL', 'invoiceNumber', 'our sign'],
    ])
    await enter(await addRead({ ...says, number: 'BX-78' }, null, of), { ...corrected, invoiceNumber: 'BX-78' }, of)
    const [count] = await rows<{ count: number }>(
      "SELECT count(*) AS count FROM audit_log WHERE company_id = ? AND action = 'invoice-lesson.learned'",
      of.company.id,
    )
    expect(count?.count).toBe(1)
  })
})

describe('a vendor that took another one’s place', () => {
  const sender = 'ar@merged.test'
  const says = { numberLabel: 'Our sign', date: '03/04/2026', due: '03/05/2026' }
  const corrected = { invoiceDate: '2026-04-03', dueDate: '2026-05-03' }
  /** Two of them, of which the first one taught something. */
  const taught = async () => {
    const of = await makeBillScene()
    const vendorId = await of.company.add('vendors', 'Better Cloud')
    const better = await addErp(of.company.id, 'VENDOR', 'Better Cloud', {
      ...{ connection_id: of.connectionId, vendor_id: vendorId },
    })
    const invoice = await addRead({ ...says, vendor: 'Nimbus Trade Ltd', number: 'BX-1' }, sender, of)
    await enter(invoice, { ...corrected, invoiceNumber: 'BX-1' }, of)
    expect(await lessonsOf(better, of)).toEqual([])
    // The company's vendors are merged, and what is in the accounting system follows.
    await run('UPDATE erp_objects SET vendor_id = ?2 WHERE id = ?1', of.erpVendorId, vendorId)
    return { of, better }
  }
  const kinds = (lessons: { kind: string }[]) => lessons.map(({ kind }) => kind).toSorted()

  it('its bills know what the other one’s taught, and no one has to correct it again', async () => {
    const { of, better } = await taught()
    const all = ['DATE_ORDER', 'LABEL', 'NAME', 'SENDER']
    expect(kinds(await lessonsOf(better, of))).toEqual(all)
    await run('UPDATE erp_objects SET deleted_at = 1 WHERE id = ?', of.erpVendorId)
    const next = await addRead({ ...says, vendor: 'Nimbus Trade Ltd', number: 'BX-2' }, sender, of)
    expect(await vendorOf(next, of)).toMatchObject({ erpVendor: { id: better }, by: 'LEARNED_NAME' })
    await enter(next, { ...corrected, invoiceNumber: 'BX-2', erpVendorId: better }, of)
    const own = await rows<{ kind: string }>(
      'SELECT kind FROM invoice_lessons WHERE company_id = ? AND erp_vendor_id = ?',
      ...[of.company.id, better],
    )
    // Who sends its invoices is its own lesson from now on. How they are written was read right.
    expect(kinds(own)).toEqual(['NAME', 'SENDER'])
    const third = await addRead({ ...says, vendor: 'Whoever Ltd', number: 'BX-3' }, sender, of)
    expect(await vendorOf(third, of)).toMatchObject({ erpVendor: { id: better }, by: 'SENDER' })
  })

  it('what it taught itself comes first', async () => {
    const { of, better } = await taught()
    const invoice = await addRead(
      { ...says, vendor: 'Better Cloud', numberLabel: 'Your sign', number: 'C-9' },
      null,
      of,
    )
    await enter(invoice, { ...corrected, invoiceNumber: 'C-9', erpVendorId: better }, of)
    const labels = (await lessonsOf(better, of)).filter(({ kind }: { kind: string }) => kind === 'LABEL')
    expect(labels.map(({ value }: { value: string }) => value)).toEqual(['your sign', 'our sign'])
  })
})

it('a bill that isn’t entered teaches nothing', async () => {
  const of = await makeBillScene()
  const bodies = await Promise.all(
    ['First Name Ltd', 'Second Name Ltd', 'Third Name Ltd'].map(async (vendor) => ({
      ...{ invoiceId: await addRead({ vendor }, null, of), erpVendorId: of.erpVendorId, invoiceNumber: 'SAME-1' },
      ...{ erpEntityId: of.erpEntityId, invoiceDate: '2026-03-04', dueDate: '2026-04-03', totalAmount: 125_000 },
      lines: [{ amount: 125_000, memo: 'Team plan', ...bookedOf(of) }],
    })),
  )
  const answers = await Promise.all(bodies.map((body) => of.clerk.post('/api/payments/bills', body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const names = (await lessonsOf(of.erpVendorId, of)).filter(({ kind }: { kind: string }) => kind === 'NAME')
  expect(names).toHaveLength(1)
})

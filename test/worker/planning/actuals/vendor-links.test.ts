import { beforeEach, describe, expect, it } from 'vitest'
import type { VendorLink } from '../../../../schema/planning/actuals/link-endpoints.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { setClock } from '../../../support/clock.ts'
import { books, document, line, object, sync } from '../../../support/worker/made-books.ts'
import { admin, company, follow, makeMappingScene, member, wholeRead } from '../../../support/worker/mapping-scene.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

setClock('2026-11-18T15:00:00Z')

const addVendor = async (name: string, matchKey: string, archivedAt: number | null = null): Promise<string> => {
  const id = newId()
  await run(
    'INSERT INTO vendors (id, company_id, name, match_key, archived_at, created_at) VALUES (?, ?, ?, ?, ?, 0)',
    ...[id, company.id, name, matchKey, archivedAt],
  )
  return id
}

/** Each with a bill of its books. */
const addBookVendors = (...all: (string | [name: string, amount: number])[]): void => {
  for (const each of all) {
    const [name, amount] = typeof each === 'string' ? [each, 100] : each
    books.objects.push(object('VENDOR', name, { name }))
    books.documents.push(document('BILL', `bill-${name}`, [line('travel', amount, { vendorErpId: name })]))
  }
}

/** What the history says that Outlay did, without anyone. */
const messages = async () =>
  (
    await rows<{ actor: string | null; message: string }>(
      `SELECT actor_user_id AS actor, message FROM audit_log WHERE company_id = ? AND actor_user_id IS NULL ORDER BY message`,
      company.id,
    )
  ).map(({ actor, message }) => [actor, message])

const links = async (show = 'OPEN', client = admin): Promise<VendorLink[]> => {
  const { status, body } = await client.get(`/api/vendor-links?first=100&show=${show}`)
  expect([status, body]).toMatchObject([200, {}])
  return body.edges.map(({ node }: { node: VendorLink }) => node)
}
const short = (all: VendorLink[]) =>
  all.map(({ accounting, state, reason, vendor }) => [accounting.name, state, reason, vendor?.name ?? null])
const linkOf = async (name: string, show = 'OPEN'): Promise<VendorLink> => {
  const found = (await links(show)).find(({ accounting }) => accounting.name === name)
  if (!found) throw new Error(`${name} isn't there`)
  return found
}
const answer = ({ id, version }: VendorLink, body: object, client = admin) =>
  client.post(`/api/vendor-links/${id}/answer`, { version, ...body })
const undo = ({ id, version }: VendorLink) => admin.post(`/api/vendor-links/${id}/undo`, { version })

const turnOn = async (): Promise<void> => {
  expect((await admin.post('/api/vendor-links/settings', { isOn: true })).status).toBe(200)
  await follow()
}
const again = async (): Promise<void> => {
  books.now += 1_000
  await run('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', books.connectionId)
  await sync()
  await follow()
}
const vendorOf = async (name: string) =>
  (
    await rows<{ id: string | null; name: string | null }>(
      `SELECT v.id, v.name FROM erp_objects o LEFT JOIN vendors v ON v.id = o.vendor_id
        WHERE o.company_id = ? AND o.kind = 'VENDOR' AND o.name = ?`,
      company.id,
      name,
    )
  )[0]

beforeEach(makeMappingScene)

describe('without anyone', () => {
  it('the same name is linked, an unknown one is made once something names it, and its lines follow', async () => {
    const acme = await addVendor('ACME, Inc.', 'acme')
    await turnOn()
    expect(await vendorOf('Acme')).toEqual({ id: acme, name: 'ACME, Inc.' })
    expect((await vendorOf('Globex'))?.name).toBe('Globex')
    // Nothing names it.
    expect(await vendorOf('Initech')).toEqual({ id: null, name: null })
    expect(short(await links())).toEqual([])
    expect(short(await links('SETTLED')).sort()).toEqual([
      ['Acme', 'LINKED', 'NAME', 'ACME, Inc.'],
      ['Globex', 'MADE', 'NONE', 'Globex'],
    ])
    await follow()
    const lines = await rows(
      "SELECT count(*) AS n FROM transactions WHERE company_id = ? AND type = 'expense' AND vendor_id = ?",
      ...[company.id, acme],
    )
    expect(lines).toEqual([{ n: 2 }])
    expect(await messages()).toEqual([
      [null, 'Changed the mapping of 2 vendors from the accounting system'],
      [null, 'Created the vendor Globex'],
    ])
  })

  it('nothing is linked or made while the company wants it by hand', async () => {
    await addVendor('Acme', 'acme')
    await again()
    expect(await vendorOf('Acme')).toEqual({ id: null, name: null })
    expect((await admin.get('/api/vendor-links')).body).toMatchObject({ isOn: false, open: 0, edges: [] })
  })

  it('each read of the books is followed by linking', async () => {
    await turnOn()
    addBookVendors('Hooli')
    await again()
    expect((await vendorOf('Hooli'))?.name).toBe('Hooli')
  })

  it('a vendor that only payroll names is not made, because everyone sees vendors', async () => {
    await run("UPDATE erp_objects SET is_payroll = 1 WHERE company_id = ? AND name = 'Travel'", company.id)
    books.objects.push(object('VENDOR', 'jane', { name: 'Jane Doe' }))
    books.documents.push(document('BILL', 'salary', [line('travel', 900, { vendorErpId: 'jane' })]))
    await wholeRead()
    await turnOn()
    expect(await vendorOf('Jane Doe')).toEqual({ id: null, name: null })
    expect(short(await links())).toEqual([])
  })

  it('two of one name become one vendor, or a question where their legal forms differ', async () => {
    addBookVendors(['Hooli Inc', 300], ['HOOLI', 200], ['Hooli GmbH', 100])
    await wholeRead()
    await turnOn()
    const made = await rows<{ name: string }>(
      "SELECT name FROM vendors WHERE company_id = ? AND match_key = 'hooli'",
      company.id,
    )
    expect(made).toEqual([{ name: 'Hooli Inc' }])
    expect((await vendorOf('HOOLI'))?.name).toBe('Hooli Inc')
    expect(short(await links())).toEqual([['Hooli GmbH', 'PROPOSED', 'FORM', 'Hooli Inc']])
  })

  it('what could be read two ways is proposed: several, another legal form, alike, archived, and the portal', async () => {
    await addVendor('Twin One Inc', 'twin')
    await addVendor('Twin Ltd', 'twin')
    await addVendor('Formal GmbH', 'formal')
    await addVendor('Alike Analytics', 'alike analytics')
    await addVendor('Gone', 'gone', 1)
    const portal = await addVendor('Portal', 'portal')
    await run(
      'INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at) VALUES (?, ?, ?, 0)',
      ...[newId(), company.id, portal],
    )
    addBookVendors('Twin', 'Formal Inc', 'Alike', 'Gone Ltd', 'Portal Inc')
    await wholeRead()
    await turnOn()
    expect(short(await links()).sort()).toEqual([
      ['Alike', 'PROPOSED', 'ALIKE', 'Alike Analytics'],
      ['Formal Inc', 'PROPOSED', 'FORM', 'Formal GmbH'],
      ['Gone Ltd', 'PROPOSED', 'ARCHIVED', 'Gone'],
      ['Portal Inc', 'PROPOSED', 'PORTAL', 'Portal'],
      ['Twin', 'PROPOSED', 'SEVERAL', expect.stringContaining('Twin')],
    ])
    expect((await admin.get('/api/vendor-links')).body).toMatchObject({ open: 5, isOn: true })
  })
})

describe('an answer', () => {
  const propose = async (): Promise<string> => {
    const id = await addVendor('Formal GmbH', 'formal')
    addBookVendors('Formal Inc')
    await wholeRead()
    await turnOn()
    return id
  }

  it('links it, and the name is known when the books are connected again', async () => {
    const id = await propose()
    expect((await answer(await linkOf('Formal Inc'), { answer: 'LINK', vendorId: id })).body).toMatchObject({
      vendorId: id,
    })
    expect(short(await links())).toEqual([])
    await run("DELETE FROM erp_objects WHERE company_id = ? AND name = 'Formal Inc'", company.id)
    await again()
    expect(await vendorOf('Formal Inc')).toEqual({ id, name: 'Formal GmbH' })
    expect(short(await links('SETTLED'))).toContainEqual(['Formal Inc', 'LINKED', 'LEARNED', 'Formal GmbH'])
  })

  it('no: the pair is never proposed again, and nothing is made without an answer', async () => {
    const id = await propose()
    expect((await answer(await linkOf('Formal Inc'), { answer: 'REFUSE', vendorId: id })).status).toBe(200)
    expect(short(await links())).toEqual([['Formal Inc', 'UNKNOWN', 'REFUSED', null]])
    await again()
    expect(short(await links())).toEqual([['Formal Inc', 'UNKNOWN', 'REFUSED', null]])
    expect(await vendorOf('Formal Inc')).toEqual({ id: null, name: null })
  })

  it('a new one: it is made with its name, but not with the name of another', async () => {
    await propose()
    const link = await linkOf('Formal Inc')
    expect(await answer(link, { answer: 'NEW', name: 'Formal GmbH' })).toMatchObject({
      status: 400,
      body: { fields: { name: expect.stringContaining('has a vendor Formal GmbH already') } },
    })
    expect((await answer(link, { answer: 'NEW' })).status).toBe(200)
    expect((await vendorOf('Formal Inc'))?.name).toBe('Formal Inc')
  })

  it('an answer that was undone is asked for again, and never given without anyone', async () => {
    const acme = await addVendor('Acme', 'acme')
    await turnOn()
    expect((await undo(await linkOf('Acme', 'SETTLED'))).status).toBe(200)
    expect(await vendorOf('Acme')).toEqual({ id: null, name: null })
    expect(short(await links())).toEqual([['Acme', 'PROPOSED', 'UNDONE', 'Acme']])
    await again()
    expect(short(await links())).toEqual([['Acme', 'PROPOSED', 'UNDONE', 'Acme']])
    expect((await answer(await linkOf('Acme'), { answer: 'LINK', vendorId: acme })).status).toBe(200)
    expect(await vendorOf('Acme')).toMatchObject({ id: acme })
  })

  it('counts for the version that was read, and for people who manage vendors in their own company', async () => {
    const id = await propose()
    const link = await linkOf('Formal Inc')
    const body = { answer: 'LINK', vendorId: id }
    expect((await answer({ ...link, version: link.version + 1 }, body)).status).toBe(409)
    expect((await answer(link, body, member)).status).toBe(403)
    const other = await makeCompany(['enableIntakeRequests'])
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await answer(link, body, stranger)).status).toBe(404)
    expect(short(await links('OPEN', stranger))).toEqual([])
    expect((await answer(link, { answer: 'LINK' })).body.fields).toEqual({ vendorId: 'Choose a vendor' })
    expect((await answer(link, { answer: 'LINK', vendorId: newId() })).status).toBe(400)
  })

  it('what is mapped elsewhere is answered too, and what is taken off there isn’t linked again without anyone', async () => {
    const id = await propose()
    const link = await linkOf('Formal Inc')
    const save = (vendorId: string | null) =>
      admin.post('/api/erp-mappings/VENDOR', { changes: [{ id: link.id, vendorId }] })
    expect((await save(id)).status).toBe(200)
    expect(short(await links())).toEqual([])
    expect((await save(null)).status).toBe(200)
    await again()
    expect(short(await links())).toEqual([['Formal Inc', 'PROPOSED', 'FORM', 'Formal GmbH']])
    expect(await vendorOf('Formal Inc')).toEqual({ id: null, name: null })
  })
})

it('bills belong to the vendor that their accounting vendor is linked to, also those from before', async () => {
  const acme = await addVendor('Acme', 'acme')
  const [erp] = await rows<{ id: string }>(
    "SELECT id FROM erp_objects WHERE company_id = ? AND kind = 'VENDOR' AND name = 'Acme'",
    company.id,
  )
  const billId = newId()
  await run(
    `INSERT INTO bills (id, company_id, requestor_user_id, created_by_user_id, erp_vendor_id, invoice_number, invoice_key,
       invoice_date, currency, total_minor, amount_sort, due_sort, is_credit, description, content, status, progress,
       waiting_for, approved_by, rejected_by, approvals, version, run, plan, created_at, submitted_at, updated_at,
       projected_sequence)
     VALUES (?, ?, 'u', 'u', ?, '1', '1', '2026-11-01', 'USD', 1, 1, '9999', 0, '', '{}', 'APPROVED', 100, '[]', '[]',
       '[]', '{}', 1, 1, '{}', 1, 1, 1, 1)`,
    ...[billId, company.id, erp?.id],
  )
  await turnOn()
  const billVendor = async () =>
    (await rows<{ vendorId: string | null }>('SELECT vendor_id AS vendorId FROM bills WHERE id = ?', billId))[0]
      ?.vendorId
  expect(await billVendor()).toBe(acme)
  await undo(await linkOf('Acme', 'SETTLED'))
  expect(await billVendor()).toBe(null)
})

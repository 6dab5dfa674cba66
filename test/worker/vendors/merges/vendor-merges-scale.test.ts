import { beforeAll, expect, it } from 'vitest'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/**
 * Merging a vendor with thousands of objects reads each of them a few times, not all of them for each, and nothing of
 * those that don't name it.
 */

const SERVICES = 2_000
const DOCUMENTS = 5_000
const REQUESTS = 500
/** For each moved object with its parts: a service’s links, periods and months, parts of names, a document’s readers. */
const READ_OF_EACH = 135
/** In a company with thousands of others that don't name the vendor. */
const OTHERS = 2_000
const READ_OF_FEW = 1_000
/** A batch has few statements, however much there is to move, because D1 gives a batch 30 seconds. */
const MOST_STATEMENTS = 100

let company: TestCompany
let admin: Client
const [from, into] = ['from', 'into'].map((name) => `merge-scale-${name}`) as [string, string]

const numbers = (count: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
const countOf = async (table: string, where: string): Promise<number> =>
  (await rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE company_id = ? AND ${where}`, company.id))[0]
    ?.n ?? 0

beforeAll(async () => {
  company = await makeCompany()
  const person = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, person)
  const departmentId = await company.add('departments')
  const categoryId = await company.add('spend_categories')
  for (const id of [from, into]) {
    // Not recomputed for each inserted row.
    await run(
      "INSERT INTO vendors (id, company_id, name, figures_month, created_at) VALUES (?1, ?2, ?1, '~', 0)",
      ...[id, company.id],
    )
  }
  const own = [company.id, from]
  await run(
    `${numbers(SERVICES)} INSERT INTO services (id, company_id, vendor_id, vendor_key, name, spend_category_id, created_at)
       SELECT ?1 || '-s' || i, ?1, ?2, ?2, 'Service ' || i, ?3, 0 FROM n`,
    ...[...own, categoryId],
  )
  await run(
    `${numbers(SERVICES)} INSERT INTO service_links (company_id, service_id, kind, target_id)
       SELECT ?1, ?1 || '-s' || i, 'DEPARTMENT', ?2 FROM n`,
    ...[company.id, departmentId],
  )
  await run(
    `${numbers(SERVICES * 12)} INSERT INTO service_spend_months (company_id, service_id, currency, month, vendor_id, amount_minor)
       SELECT ?1, ?1 || '-s' || (i / 12), 'USD', strftime('%Y-%m', ?3 || '-01', '+' || (i % 12) || ' months'), ?2, 100 FROM n`,
    ...[...own, nextTwelveMonths(Date.now()).from],
  )
  await run(
    `${numbers(DOCUMENTS)} INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
       uploaded_by_user_id, created_at, updated_at)
       SELECT ?1 || '-d' || i, ?1, 'd', 'd', '', 'application/pdf', 1, '', ?2, 0, 0 FROM n`,
    ...[company.id, person.userId],
  )
  await run(
    `${numbers(DOCUMENTS)} INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at)
       SELECT ?1, ?1 || '-d' || i, 'VENDOR', ?2, 0 FROM n`,
    ...own,
  )
  await run(
    `${numbers(REQUESTS)} INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, version,
       title, status, is_draft, requestor_user_id, requestor_name, created_by_user_id, vendor_id, created_at, updated_at)
       SELECT ?1 || '-r' || i, ?1, i + 1, 'c', 1, 1, 'Request ' || i, 'PENDING', 0, ?3, 'Ada', ?3, ?2, 0, 0 FROM n`,
    ...[...own, person.userId],
  )
  await run(
    `${numbers(REQUESTS)} INSERT INTO intake_answers (submission_id, version, question_id, company_id, value)
       SELECT ?1 || '-r' || i, 1, 'vendor', ?1, json_quote(?2) FROM n`,
    ...own,
  )
  await run("UPDATE vendors SET figures_month = '0' WHERE company_id = ?", company.id)
  await run(
    `UPDATE vendors SET services_count = ${SERVICES}, documents_count = ${DOCUMENTS}, department_ids = json_array(?2),
            spend_category_ids = json_array(?3) WHERE id = ?1`,
    ...[from, departmentId, categoryId],
  )
}, 120_000)

const costsOf = (headers: Headers) => {
  const match = /queries=(\d+) read=(\d+)/.exec(headers.get('Server-Timing') ?? '')
  return { statements: Number(match?.[1]), read: Number(match?.[2]) }
}
const hanging = async (vendorId: string) => ({
  services: await countOf('services', `vendor_id = '${vendorId}'`),
  months: await countOf('service_spend_months', `vendor_id = '${vendorId}'`),
  documents: await countOf('document_links', `target_type = 'VENDOR' AND target_id = '${vendorId}'`),
  requests: await countOf('intake_submissions', `vendor_id = '${vendorId}'`),
  answers: await countOf('intake_answers', `value = json_quote('${vendorId}')`),
})
const ALL = { services: SERVICES, months: SERVICES * 12, documents: DOCUMENTS, requests: REQUESTS, answers: REQUESTS }
const NONE = { services: 0, months: 0, documents: 0, requests: 0, answers: 0 }

it('merging a vendor with 2,000 services, 5,000 documents and 500 requests can be undone, row for row', async () => {
  const before = (await admin.get(`/api/vendors/${from}`)).body
  expect(before).toMatchObject({ servicesCount: SERVICES, documentsCount: DOCUMENTS })
  const merged = await admin.post(`/api/vendors/${into}/merge`, { fromVendorId: from, version: 1, fromVersion: 1 })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  expect(await hanging(into)).toEqual(ALL)
  const { body: survivor } = await admin.get(`/api/vendors/${into}`)
  expect(survivor).toMatchObject({ servicesCount: SERVICES, documentsCount: DOCUMENTS })
  expect(survivor.connectedDepartments).toEqual(before.connectedDepartments)
  const undone = await admin.post(`/api/vendor-merges/${merged.body.mergeId}/undo`, {})
  expect(undone).toMatchObject({ status: 200, body: { kept: [] } })
  expect([await hanging(from), await hanging(into)]).toEqual([ALL, NONE])
  const { version, ...again } = (await admin.get(`/api/vendors/${from}`)).body
  expect(again).toEqual((({ version: _, ...rest }) => rest)(before))
  expect((await admin.get(`/api/vendors/${into}`)).body).toMatchObject({ servicesCount: 0, documentsCount: 0 })
  for (const { headers } of [merged, undone]) {
    const { statements, read } = costsOf(headers)
    expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS)
    expect(read).toBeLessThanOrEqual((SERVICES + DOCUMENTS + REQUESTS) * READ_OF_EACH)
  }
}, 60_000)

it('merging a vendor that three requests and a vendor name reads none of thousands of others', async () => {
  const large = await makeCompany()
  const person = await large.addPerson({ flags: ['hasAdminAccess'] })
  const client = await signIn(large, person)
  await run(
    `${numbers(OTHERS)} INSERT INTO vendors (id, company_id, name, answers, created_at)
       SELECT ?1 || '-v' || i, ?1, 'Vendor ' || i, json_object('parent', ?1 || '-v' || (i + 2)), 0 FROM n`,
    large.id,
  )
  await run(
    `${numbers(OTHERS)} INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, version,
       title, status, is_draft, requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at)
       SELECT ?1 || '-r' || i, ?1, i + 1, 'c', 1, 2, 'Request ' || i, 'PENDING', 0, ?2, 'Ada', ?2, 0, 0 FROM n`,
    ...[large.id, person.userId],
  )
  const [gone, kept, third] = ['v0', 'v1', 'v2'].map((name) => `${large.id}-${name}`) as [string, string, string]
  await run(
    `${numbers(OTHERS)} INSERT INTO intake_answers (submission_id, version, question_id, company_id, value)
       SELECT ?1 || '-r' || i, 2, 'vendor', '', json_quote(?1 || '-v' || (i + 3)) FROM n`,
    large.id,
  )
  const add = (request: number, version: number, question: string, value: unknown) =>
    run(
      `INSERT INTO intake_answers (submission_id, version, question_id, company_id, value) VALUES (?, ?, ?, '', ?)`,
      ...[`${large.id}-r${request}`, version, question, JSON.stringify(value)],
    )
  // In an earlier version, in a list beside the other one, and in a changed answer.
  await add(1, 1, 'vendor', gone)
  await add(2, 2, 'vendors', [third, gone, kept])
  await add(3, 2, 'other', 'nobody')
  await run(
    "UPDATE intake_answers SET value = json_quote(?1) WHERE submission_id = ?2 AND question_id = 'other'",
    ...[gone, `${large.id}-r3`],
  )
  await run("UPDATE vendors SET answers = json_object('parent', ?2) WHERE id = ?1", `${large.id}-v9`, gone)
  const named = async () => ({
    answers: (
      await rows<{ value: string }>(
        `SELECT value FROM intake_answers WHERE submission_id LIKE ?1 || '-r%'
            AND (version = 1 OR question_id <> 'vendor') ORDER BY submission_id`,
        large.id,
      )
    ).map(({ value }) => JSON.parse(value)),
    field: (await rows<{ answers: string }>('SELECT answers FROM vendors WHERE id = ?', `${large.id}-v9`))[0]?.answers,
  })
  const before = await named()
  expect(before).toEqual({ answers: [gone, [third, gone, kept], gone], field: JSON.stringify({ parent: gone }) })
  const versions = await rows<{ id: string; version: number }>(
    'SELECT id, version FROM vendors WHERE id IN (?, ?)',
    gone,
    kept,
  )
  const versionOf = (id: string) => versions.find((row) => row.id === id)?.version
  const merged = await client.post(`/api/vendors/${kept}/merge`, {
    ...{ fromVendorId: gone, version: versionOf(kept), fromVersion: versionOf(gone) },
  })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  expect(await named()).toEqual({ answers: [kept, [third, kept], kept], field: JSON.stringify({ parent: kept }) })
  const undone = await client.post(`/api/vendor-merges/${merged.body.mergeId}/undo`, {})
  expect(undone).toMatchObject({ status: 200, body: { kept: [] } })
  expect(await named()).toEqual(before)
  for (const { headers } of [merged, undone]) expect(costsOf(headers).read).toBeLessThanOrEqual(READ_OF_FEW)
}, 60_000)

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newId, systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { runVendorImport } from '../../../../worker/features/vendors/imports/run.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  carriedOut,
  checkedImport,
  csvFile,
  readImport,
  rowsOf,
  settled,
  uploadCsv,
} from '../../../support/worker/vendor-import-scene.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let me: TestPerson
let dana: TestPerson

beforeAll(async () => {
  company = await makeCompany(['enableVendorCategories'])
  me = await company.addPerson({ flags: ['hasVendorAdminAccess'] })
  admin = await signIn(company, me)
  dana = await company.addPerson({ name: 'Dana Whitfield', email: `dana-${newId()}@people.test` })
})

const names = async (): Promise<string[]> =>
  (await rows<{ name: string }>('SELECT name FROM vendors WHERE company_id = ? ORDER BY name', company.id)).map(
    ({ name }) => name,
  )
const vendorNamed = async (name: string) => {
  const [vendor] = await rows<Record<string, unknown>>(
    'SELECT * FROM vendors WHERE company_id = ? AND name = ?',
    company.id,
    name,
  )
  return vendor
}
const historyOf = async (vendorId: unknown): Promise<string[]> =>
  (
    await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND target_type = 'VENDOR' AND target_id = ? ORDER BY id",
      company.id,
      vendorId,
    )
  ).map(({ message }) => message)
const unique = (name: string) => `${name} ${newId().slice(-8)}`

describe('importing vendors', () => {
  it('an import is checked without changing anything, then run, and shows the result of every row', async () => {
    const there = unique('Already There')
    await company.add('vendors', there)
    const [first, second] = [unique('First'), unique('Second')]
    const before = await names()
    const checked = await checkedImport(
      admin,
      [
        'Vendor name,Owner,Payment method,Contact,Contact email,Tax id,SOC 2,Comment',
        `${first},${dana.email.toUpperCase()},wire transfer,Ines Moreau,ines@first.example,12-3456789; 98-7654321,yes,x`,
        `${second},,,,,,,`,
        `${there},,,,,,,`,
        `${unique('Bad')},nobody@people.test,ACH,,,,,`,
        `,,,,,,,`,
        `${unique('Worse')},,barter,,no address,,maybe,`,
        `${first.toUpperCase()},,,,,,,`,
      ].join('\r\n'),
    )
    expect(checked).toMatchObject({
      status: 'CHECKED',
      rowCount: 6,
      counts: { CREATE: 2, SKIP: 1, BAD: 3 },
      columns: [{ field: 'name' }, { field: 'owners' }, {}, {}, {}, {}, {}, { header: 'Comment', field: null }],
    })
    expect(await names()).toEqual(before)
    expect(await rowsOf(admin, checked.id, 'BAD')).toMatchObject([
      { number: 5, problems: [{ field: 'owners', message: 'nobody@people.test is no member of your company' }] },
      {
        number: 7,
        problems: [
          { field: 'paymentMethod', message: 'barter isn’t a payment method' },
          { field: 'contactEmail', message: 'no address isn’t an email address' },
          { field: 'isSocTwoCompliant', message: 'maybe must be yes or no' },
        ],
      },
      { number: 8, problems: [{ field: 'name', message: 'Row 2 has the same name' }] },
    ])
    const done = await carriedOut(admin, checked)
    expect(done).toMatchObject({
      status: 'DONE',
      doneCount: 6,
      counts: { CREATED: 2, SKIPPED: 1, FAILED: 3 },
      canRollBack: true,
    })
    const vendor = await vendorNamed(first)
    expect(vendor).toMatchObject({
      payment_method: 'WIRE',
      is_soc_two_compliant: 1,
      owner_ids: JSON.stringify([dana.userId]),
      version: 1,
      created_by_user_id: me.userId,
    })
    expect(JSON.parse(String(vendor?.external_contact))).toMatchObject({
      firstName: 'Ines',
      lastName: 'Moreau',
      email: 'ines@first.example',
    })
    expect(JSON.parse(String(vendor?.tax_ids))).toMatchObject([
      { taxPayerIdentificationNumber: '12-3456789' },
      { taxPayerIdentificationNumber: '98-7654321' },
    ])
    expect(await vendorNamed(second)).toMatchObject({ owner_ids: JSON.stringify([me.userId]), payment_method: null })
    expect(await historyOf(vendor?.id)).toEqual([`Created the vendor ${first} from the file vendors.csv`])
    const csv = (await admin.get(`/api/vendor-imports/${checked.id}/bad-rows.csv`)).body as string
    expect(csv.split('\r\n')).toHaveLength(5)
    expect(csv).toContain('5,Owners: nobody@people.test is no member of your company')
  })

  it('names similar to others in the file or the company are pointed out', async () => {
    const word = newId().slice(-8)
    await company.add('vendors', `Globex ${word}`)
    await run('UPDATE vendors SET match_key = ? WHERE name = ?', `globex ${word}`, `Globex ${word}`)
    const checked = await checkedImport(admin, `Name\n"Globex ${word}, Inc."\nHooli ${word} LLC\nHooli ${word}`)
    expect(checked).toMatchObject({ counts: { CREATE: 3 }, warningCount: 2 })
    expect(await rowsOf(admin, checked.id, 'PROBLEMS')).toMatchObject([
      { number: 2, problems: [{ level: 'WARNING', message: `Looks like Globex ${word}, which you already have` }] },
      { number: 4, problems: [{ level: 'WARNING', message: `Looks like Hooli ${word} LLC in row 3` }] },
    ])
  })

  it('existing vendors are updated only if the file says so, and only in given fields that differ', async () => {
    const [changed, same] = [unique('Changed'), unique('Same')]
    for (const name of [changed, same]) await company.add('vendors', name)
    await run("UPDATE vendors SET description = 'old', website = 'https://old.example' WHERE name = ?", changed)
    await run("UPDATE vendors SET description = 'new' WHERE name = ?", same)
    const text = `Name,Description,Website\n${changed.toLowerCase()},new,\n${same},new,`
    expect((await checkedImport(admin, text)).counts).toEqual({ SKIP: 2 })
    const checked = await checkedImport(admin, text, { existing: 'UPDATE' })
    expect(checked.counts).toEqual({ UPDATE: 1, SKIP: 1 })
    const done = await carriedOut(admin, checked)
    expect(done.counts).toEqual({ UPDATED: 1, SKIPPED: 1 })
    const after = await vendorNamed(changed.toLowerCase())
    expect(after).toMatchObject({ description: 'new', website: 'https://old.example', version: 2 })
    const back = await carriedOut(admin, done, 'roll-back')
    expect(back.counts).toEqual({ RESTORED: 1, SKIPPED: 1 })
    expect(await vendorNamed(changed)).toMatchObject({ description: 'old', version: 3, owner_ids: '[]' })
  })

  it('an import is undone for vendors no one has changed since, and says what stays and why', async () => {
    const [plain, edited, used] = [unique('Plain'), unique('Edited'), unique('Used')]
    const second = unique('Second plain')
    const done = await carriedOut(admin, await checkedImport(admin, `Name\n${plain}\n${edited}\n${used}\n${second}`))
    const editedId = String((await vendorNamed(edited))?.id)
    expect((await admin.post('/api/vendors/archive', { vendorIds: [editedId], archived: true })).status).toBe(200)
    const usedId = String((await vendorNamed(used))?.id)
    await run(
      `INSERT INTO services (id, company_id, vendor_id, vendor_key, name, created_at) VALUES (?, ?, ?, '', 'Seats', 0)`,
      newId(),
      company.id,
      usedId,
    )
    const plainId = (await vendorNamed(plain))?.id
    const back = await carriedOut(admin, done, 'roll-back')
    expect(back).toMatchObject({ status: 'ROLLED_BACK', counts: { REMOVED: 2, KEPT: 2 }, canRollBack: false })
    expect(await rowsOf(admin, done.id)).toMatchObject([
      { name: plain, outcome: 'REMOVED', vendor: null },
      { name: edited, outcome: 'KEPT', problems: [{ message: 'The vendor was changed since' }] },
      { name: used, outcome: 'KEPT', problems: [{ message: 'The vendor has 1 service' }], vendor: { id: usedId } },
      { name: second, outcome: 'REMOVED' },
    ])
    expect(await vendorNamed(plain)).toBeUndefined()
    expect(await rows('SELECT 1 FROM vendor_links WHERE vendor_id = ?', plainId)).toEqual([])
    expect(await historyOf(plainId)).toHaveLength(2)
    const again = await admin.post(`/api/vendor-imports/${done.id}/roll-back`, { version: back.version })
    expect(again.body).toMatchObject({ code: 'RULE_BROKEN', reason: 'CANNOT_ROLL_BACK' })
  })

  it('an import started twice, or by two at once, runs once', async () => {
    const checked = await checkedImport(admin, `Name\n${unique('Once')}`)
    const start = (commandId?: string) =>
      admin.post(`/api/vendor-imports/${checked.id}/start`, { version: checked.version }, commandId)
    const commandId = newId()
    const answers = [await start(commandId), await start(commandId), await start()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
    expect((await settled(admin, checked.id)).counts).toEqual({ CREATED: 1 })
  })

  it('an outdated check must be repeated, and a started import can’t be changed or discarded', async () => {
    const { body } = await uploadCsv(admin, csvFile(`Name\n${unique('Old')}`))
    const check = (version: number) =>
      admin.post(`/api/vendor-imports/${body.id}/check`, { mapping: ['name'], existing: 'SKIP', version })
    const start = (version: number) => admin.post(`/api/vendor-imports/${body.id}/start`, { version })
    expect((await start(1)).body).toMatchObject({ reason: 'NOT_CHECKED' })
    expect((await check(1)).status).toBe(200)
    expect((await check(1)).body).toMatchObject({ code: 'CONFLICT', reason: 'STALE_VERSION' })
    expect((await start(1)).body).toMatchObject({ code: 'CONFLICT' })
    expect((await start(2)).status).toBe(200)
    await settled(admin, body.id)
    expect((await check(3)).body).toMatchObject({ reason: 'IMPORT_STARTED' })
    expect((await admin.call('DELETE', `/api/vendor-imports/${body.id}`)).body).toMatchObject({ code: 'RULE_BROKEN' })
  })

  it('an abandoned import is removed after a week, with the next file', async () => {
    const [left, done] = [
      (await uploadCsv(admin, csvFile(`Name\n${unique('Left')}`))).body.id,
      (await carriedOut(admin, await checkedImport(admin, `Name\n${unique('Done')}`))).id,
    ]
    await run('UPDATE vendor_imports SET created_at = created_at - 8 * 86400000 WHERE id IN (?, ?)', left, done)
    const wide = Array.from({ length: 40 }, (_, i) => `Wide ${i},${'x'.repeat(30_000)}`)
    expect((await uploadCsv(admin, csvFile(['Name,Notes', ...wide].join('\n')))).status).toBe(200)
    expect((await admin.get(`/api/vendor-imports/${left}`)).status).toBe(404)
    expect(await rows('SELECT 1 FROM vendor_import_rows WHERE import_id = ?', left)).toEqual([])
    expect(await rowsOf(admin, done)).toHaveLength(1)
  })

  it('an impossible mapping is refused beside its column', async () => {
    const { body } = await uploadCsv(admin, csvFile('Name,Notes\nx,y'))
    const check = (mapping: (string | null)[]) =>
      admin.post(`/api/vendor-imports/${body.id}/check`, { mapping, existing: 'SKIP', version: 1 })
    const messages = [['name'], ['name', 'salary'], ['name', 'name'], [null, 'description']].map(async (mapping) =>
      fieldsOf(await check(mapping)),
    )
    expect(await Promise.all(messages)).toEqual([
      { mapping: 'Choose a field or nothing for every column' },
      { mapping: 'Choose a field or nothing for every column' },
      { mapping: 'Name is chosen for two columns' },
      { mapping: 'Choose the column that holds: Name' },
    ])
    expect((await admin.call('DELETE', `/api/vendor-imports/${body.id}`)).status).toBe(204)
    expect((await admin.get(`/api/vendor-imports/${body.id}`)).status).toBe(404)
  })
})

describe('importing 5,000 rows with 7 invalid ones', () => {
  const ROWS = 5000
  const file = (mark: string, bad: ReadonlySet<number>) =>
    [
      'Name,Owners,Payment method,Contact email,Tax id',
      ...Array.from({ length: ROWS }, (_, i) =>
        bad.has(i)
          ? `Vendor ${mark} ${i},,by hand,x,`
          : `Vendor ${mark} ${i},${dana.email},ACH,c${i}@vendor.example,${String(i).padStart(9, '0')}`,
      ),
    ].join('\n')
  const BAD = new Set([3, 700, 1400, 2100, 2800, 3500, 4999])
  const context = (db = new Database(env.DB)) => ({ env, db, clock: systemClock, log: createLogger({}, 'error') })
  const jobOf = (importId: string) => ({
    id: newId(),
    companyId: company.id,
    createdAt: Date.now(),
    attempts: 1,
    group: 'g',
    payload: { importId, by: { userId: me.userId, impersonatorUserId: null, apiKeyId: null } },
  })
  const countNamed = async (mark: string) =>
    (
      await rows<{ n: number }>(
        'SELECT COUNT(*) AS n FROM vendors WHERE company_id = ? AND name LIKE ?',
        company.id,
        `Vendor ${mark} %`,
      )
    )[0]?.n
  const begun = async (mark: string) => {
    const checked = await checkedImport(admin, file(mark, BAD))
    expect(checked.counts).toEqual({ CREATE: ROWS - 7, BAD: 7 })
    // By hand, so that only the test runs it.
    await run("UPDATE vendor_imports SET status = 'RUNNING', version = version + 1 WHERE id = ?", checked.id)
    return checked.id
  }

  it('4,993 vendors are created, each with a history entry', async () => {
    const mark = newId().slice(-6)
    const id = await begun(mark)
    const effect = jobOf(id)
    await (await runVendorImport(context(), [effect]))(effect)
    expect(await readImport(admin, id)).toMatchObject({ status: 'DONE', counts: { CREATED: ROWS - 7, FAILED: 7 } })
    expect(await countNamed(mark)).toBe(ROWS - 7)
    const [audited] = await rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM audit_log WHERE company_id = ? AND action = 'vendor.created' AND message LIKE ?`,
      company.id,
      `Created the vendor Vendor ${mark} %`,
    )
    expect(audited?.n).toBe(ROWS - 7)
    expect((await rowsOf(admin, id, 'ERRORS')).map((row: { number: number }) => row.number)).toEqual(
      [...BAD].map((i) => i + 2),
    )
  }, 60_000)

  it('an import continues after its runner dies, and creates vendors once when two run at once', async () => {
    const mark = newId().slice(-6)
    const id = await begun(mark)
    const effect = jobOf(id)
    const dying = new Database(env.DB)
    const batch = dying.batch.bind(dying)
    let batches = 0
    vi.spyOn(dying, 'batch').mockImplementation(async (statements) => {
      batches += 1
      if (batches > 12) throw new Error('The isolate is gone')
      return batch(statements)
    })
    await expect((await runVendorImport(context(dying), [effect]))(effect)).rejects.toThrow('gone')
    const { doneCount, status } = await readImport(admin, id)
    expect({ doneCount, status, made: await countNamed(mark) }).toEqual({
      doneCount,
      status: 'RUNNING',
      made: doneCount - [...BAD].filter((i) => i < doneCount).length,
    })
    expect(doneCount).toBeGreaterThan(0)
    // The slower one can give up: the outbox retries, and finds nothing to do.
    const giveUp = (error: Error) => expect(error.message).toContain('write_guard')
    await Promise.all(
      [jobOf(id), jobOf(id)].map(async (one) => (await runVendorImport(context(), [one]))(one).catch(giveUp)),
    )
    const last = jobOf(id)
    await (await runVendorImport(context(), [last]))(last)
    expect(await readImport(admin, id)).toMatchObject({ status: 'DONE', counts: { CREATED: ROWS - 7, FAILED: 7 } })
    expect(await countNamed(mark)).toBe(ROWS - 7)
  }, 60_000)
})

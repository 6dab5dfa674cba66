import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../../worker/app.tsx'
import { newId } from '../../../../worker/core/clock.ts'
import { Breaker, faultyEnv } from '../../../support/worker/faulty-database.ts'
import { approvals, request } from '../../../support/worker/filing-scene.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  type Client,
  makeCompany,
  ORIGIN,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** Sample data: what it fills, that it goes away without a trace, and that no one is told. */

interface Seen {
  levels: { blocks: { id: string }[] }[]
  version: number
}

let company: TestCompany
let ada: TestPerson
let ben: TestPerson
let admin: Client
let second: Client
beforeEach(async () => {
  company = await makeCompany()
  ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  ben = await company.addPerson({ name: 'Ben Boss', flags: ['hasAdminAccess'] })
  admin = await signIn(company, ada)
  second = await signIn(company, ben)
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const ok = async (answer: Promise<{ status: number; body: any }>): Promise<any> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const read = (client = admin) => ok(client.get('/api/sample-data'))
const load = (client = admin, more = {}) => client.call('POST', '/api/sample-data/load', { body: {}, ...more })
const removal = () => ok(admin.get('/api/sample-data/removal'))
const remove = (client = admin) => client.call('POST', '/api/sample-data/remove', { body: {} })
/** Through a database that may break off. */
const removeThrough = async (breaker: Breaker): Promise<Response> =>
  app.fetch(
    new Request(`${ORIGIN}/api/sample-data/remove`, {
      method: 'POST',
      headers: { Origin: ORIGIN, Cookie: admin.cookie ?? '', 'Content-Type': 'application/json' },
      body: '{}',
    }),
    faultyEnv(breaker),
    createExecutionContext(),
  )
const app = createApp()
const BREAKS = 6
const NOTHING = { VENDOR: 0, SERVICE: 0, INTAKE_SUBMISSION: 0, DOCUMENT: 0, INTAKE_CATEGORY: 0 }
const ALL = { VENDOR: 4, SERVICE: 6, INTAKE_SUBMISSION: 5, DOCUMENT: 2, INTAKE_CATEGORY: 1 }

/** What a company’s people see of it, as counts and sums. */
const picture = async (client: Client): Promise<Record<string, unknown>> => {
  const paths = [
    ...['/api/vendors', '/api/services', '/api/documents', '/api/intake-submissions?filter=ALL'],
    ...['/api/intake-submissions?filter=MINE', '/api/intake-categories', '/api/home/decision-times'],
    ...['/api/home/waiting', '/api/home/spend', '/api/services/renewal-report'],
    ...['/api/services/upcoming-renewals', '/api/approvals/inbox', '/api/search?search=Sample', '/api/plans'],
  ]
  const seen = await Promise.all(
    paths.map(async (path) => {
      const { status, body } = await client.get(path)
      return [path, status === 200 ? body : status] as const
    }),
  )
  const figures = await rows(
    `SELECT (SELECT COUNT(*) FROM service_spend_months WHERE company_id = ?1) AS months,
            (SELECT COALESCE(SUM(amount_minor), 0) FROM service_spend_months WHERE company_id = ?1) AS spend,
            (SELECT COUNT(*) FROM service_unit_months WHERE company_id = ?1) AS sums,
            (SELECT COUNT(*) FROM service_reminders WHERE company_id = ?1) AS reminders,
            (SELECT COUNT(*) FROM decision_months WHERE company_id = ?1) AS decisions,
            (SELECT COUNT(*) FROM search_entries WHERE company_id = ?1 AND kind <> 'CATEGORY') AS found,
            (SELECT COUNT(*) FROM request_participants WHERE company_id = ?1) AS participants`,
    company.id,
  )
  return { ...Object.fromEntries(seen), figures }
}
const sampleId = async (table: string, name: string, column = 'name'): Promise<string> => {
  const [row] = await rows<{ id: string }>(
    `SELECT id FROM ${table} WHERE company_id = ? AND ${column} = ? ORDER BY id DESC LIMIT 1`,
    company.id,
    name,
  )
  return row?.id ?? ''
}
const WAITING = 'Sample: Design tool, five more seats'
const makeService = (vendorId: string, name = 'Real service') => ok(admin.post('/api/services', { name, vendorId }))

describe('loading sample data', () => {
  it('adds vendors, services with renewals ahead, requests in every state and documents', async () => {
    expect(await read()).toMatchObject({ state: 'NONE', counts: ALL })
    expect((await ok(load())).counts).toEqual(ALL)
    expect(await read()).toMatchObject({ state: 'LOADED', counts: ALL, done: 18, total: 18, by: 'Ada Admin' })
    const requests = await rows(
      'SELECT title, status, is_draft AS draft, progress FROM intake_submissions WHERE company_id = ? ORDER BY number',
      company.id,
    )
    expect(requests).toMatchObject([
      { title: 'Sample: Backup storage, second region', status: 'APPROVED' },
      { title: 'Sample: Travel booking portal', status: 'REJECTED' },
      { title: 'Sample: Cloud hosting, larger plan', status: 'PENDING' },
      { title: WAITING, status: 'PENDING' },
      { title: 'Sample: Contract archive', draft: 1 },
    ])
    const { edges }: { edges: { node: { name: string } }[] } = await ok(admin.get('/api/vendors'))
    expect(edges.map(({ node }) => node.name.slice(0, 8))).toEqual(Array(edges.length || 1).fill('Sample: '))
    const [document] = await rows<{ id: string }>(
      "SELECT id FROM documents WHERE company_id = ? AND display_name LIKE '%Quote%'",
      company.id,
    )
    const { body } = await admin.get(`/api/documents/${document?.id}`)
    const file = await admin.get(body.signedDownloadUrl.replace(/^https?:\/\/[^/]+/, ''))
    expect(file.status).toBe(200)
  })

  it('a company of one person has something to approve, and uses its departments, categories and currencies', async () => {
    const alone = await makeCompany(['enableIntakeRequests', 'enableCurrencies'])
    await run("UPDATE companies SET currency = 'JPY' WHERE id = ?", alone.id)
    const departmentId = await alone.add('departments', 'Design')
    await alone.add('spend_categories', 'Software')
    const only = await signIn(alone, await alone.addPerson({ flags: ['hasAdminAccess'] }))
    await ok(load(only))
    const waiting = await rows(
      "SELECT id FROM intake_submissions WHERE company_id = ? AND status = 'PENDING' AND is_draft = 0",
      alone.id,
    )
    expect(waiting).toHaveLength(2)
    const currencies = await rows<{ currency: string }>(
      'SELECT DISTINCT currency FROM service_periods WHERE company_id = ? ORDER BY currency',
      alone.id,
    )
    expect(currencies).toEqual([{ currency: 'JPY' }, { currency: 'USD' }])
    const linked = await rows(
      "SELECT service_id FROM service_links WHERE company_id = ? AND kind = 'DEPARTMENT' AND target_id = ?",
      alone.id,
      departmentId,
    )
    expect(linked).toHaveLength(6)
    expect(
      (await rows('SELECT id FROM services WHERE company_id = ? AND spend_category_id IS NULL', alone.id)).length,
    ).toBe(0)
  })

  it('a company without requests gets vendors, services and a document', async () => {
    const quiet = await makeCompany([])
    const only = await signIn(quiet, await quiet.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await ok(load(only))).counts).toEqual({ ...NOTHING, VENDOR: 4, SERVICE: 6, DOCUMENT: 1 })
    expect((await ok(remove(only))).staying).toEqual([])
  })

  it('happens once: a repeated command answers the same, another one is refused', async () => {
    const commandId = newId()
    const first = await ok(load(admin, { commandId }))
    expect(await ok(load(admin, { commandId }))).toEqual(first)
    expect((await load(second)).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'SAMPLE_LOADED' })
    expect((await rows('SELECT id FROM vendors WHERE company_id = ?', company.id)).length).toBe(4)
  })

  it('continues where it broke off, for the person who began only', async () => {
    await ok(load())
    // As if the last part had not been reached.
    await run("UPDATE sample_loads SET status = 'LOADING' WHERE company_id = ?", company.id)
    expect(await read()).toMatchObject({ state: 'LOADING', canContinue: true, done: 18 })
    expect(await read(second)).toMatchObject({ canContinue: false })
    expect((await load(second)).body).toMatchObject({
      reason: 'SAMPLE_LOADING',
      message: 'Ada Admin is loading sample data.',
    })
    await ok(load())
    expect((await rows('SELECT id FROM intake_submissions WHERE company_id = ?', company.id)).length).toBe(5)
  })

  it('a name that is taken is said, and nothing is loaded', async () => {
    await ok(
      admin.post('/api/vendors', { name: 'sample: harbor legal', owners: [ada.userId], paymentMethod: 'UNKNOWN' }),
    )
    expect((await load()).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'SAMPLE_NAME_TAKEN' })
    expect(await read()).toMatchObject({ state: 'NONE' })
    expect(await rows('SELECT id FROM services WHERE company_id = ?', company.id)).toEqual([])
  })

  it('takes none of the first steps', async () => {
    await run("UPDATE companies SET first_steps = 'OPEN' WHERE id = ?", company.id)
    const done = async () => (await ok(admin.get('/api/first-steps'))).steps
    const before = await done()
    await ok(load())
    expect(await done()).toEqual(before)
    await ok(remove())
    expect(await done()).toEqual(before)
  })

  it('members, super viewers and people who view as an admin get 403', async () => {
    const member = await signIn(company, await company.addPerson({}))
    const viewer = await signIn(company, await company.addPerson({ flags: ['hasSuperViewerAccess'] }))
    for (const client of [member, viewer]) {
      expect((await load(client)).status).toBe(403)
      expect((await remove(client)).status).toBe(403)
      expect((await client.get('/api/sample-data')).status).toBe(403)
    }
  })
})

describe('no one is told about sample data', () => {
  const told = async (): Promise<string[]> => {
    await runTicks(env)
    const bell = await rows('SELECT sentence FROM notifications WHERE company_id = ?', company.id)
    return [...sentMails(ada.email), ...sentMails(ben.email)]
      .map(({ subject }) => subject)
      .concat(bell.map((row) => JSON.stringify(row)))
  }

  it('neither while it is loaded and removed, nor when people decide, comment, remind or change something', async () => {
    await ok(load())
    const id = await sampleId('intake_submissions', WAITING, 'title')
    const vendorId = await sampleId('vendors', 'Sample: Harbor Legal')
    await ok(admin.call('PUT', `/api/vendors/${vendorId}`, { body: { website: 'https://other.example' } }))
    await second.post(`/api/intake-submission/${id}/threads`, { commentBody: `@[Ada Admin](${ada.userId}) why?` })
    await ok(second.post('/api/vendors/archive', { vendorIds: [vendorId], archived: true }))
    await run(
      'UPDATE service_reminders SET settled_at = NULL, remind_on = ? WHERE company_id = ?',
      '2020-01-01',
      company.id,
    )
    expect(await told()).toEqual([])
    await ok(remove())
    expect(await told()).toEqual([])
  })

  it('a digest says nothing of a sample request that waits, but of a real one', async () => {
    await run(
      `INSERT INTO notification_preferences (company_id, user_id, digest_at, updated_at) VALUES (?1, ?2, 1, 1)
       ON CONFLICT DO UPDATE SET digest_at = 1`,
      company.id,
      ada.userId,
    )
    await ok(load())
    expect((await ok(admin.get('/api/approvals/inbox'))).items).toHaveLength(2)
    expect(await told()).toEqual([])
    // What stays is the company’s own, and people hear of it again.
    const id = await sampleId('intake_submissions', WAITING, 'title')
    await run('UPDATE intake_submissions SET version = 2 WHERE id = ?', id)
    expect((await ok(remove())).staying.length).toBeGreaterThan(0)
    await run('UPDATE notification_preferences SET digest_at = 2 WHERE company_id = ?', company.id)
    await runTicks(env)
    expect(
      sentMails(ada.email)
        .map(({ text }) => text)
        .join(),
    ).toContain(WAITING)
  })

  it('the service’s owners get no renewal reminder of it, but of their own', async () => {
    await ok(load())
    const vendorId = await sampleId('vendors', 'Sample: Harbor Legal')
    const { id } = await makeService(vendorId)
    await ok(
      admin.call('PUT', `/api/services/${id}`, {
        body: {
          ownerIds: [ben.userId],
          servicePeriods: [
            {
              ...{ startDate: '2030-01-01', endDate: '2030-12-31', totalServicePeriodCost: 100 },
              renewalReminders: ['2030-06-01'],
            },
          ],
        },
      }),
    )
    await run(
      "UPDATE service_reminders SET settled_at = NULL, remind_on = '2020-01-01' WHERE company_id = ?",
      company.id,
    )
    await runTicks(env)
    const subjects = sentMails(ben.email).map(({ subject }) => subject)
    expect(subjects).toEqual(['Renewal reminder: Real service of Sample: Harbor Legal'])
  })
})

describe('removing sample data', () => {
  it('leaves no trace in lists, search, totals, charts and reports, and nothing of another company', async () => {
    const other = await makeCompany()
    const theirs = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    await ok(load(theirs))
    const vendorId = (
      await ok(admin.post('/api/vendors', { name: 'Real Vendor', owners: [ada.userId], paymentMethod: 'UNKNOWN' }))
    ).id
    await makeService(vendorId)
    const before = await picture(admin)
    await ok(load())
    const between = await picture(admin)
    const changed = Object.keys(before).filter((path) => JSON.stringify(before[path]) !== JSON.stringify(between[path]))
    expect(changed.length).toBeGreaterThan(8)
    expect(await removal()).toEqual({ going: ALL, staying: [] })
    expect(await ok(remove())).toEqual({ going: ALL, staying: [] })
    expect(await picture(admin)).toEqual(before)
    expect(await read()).toMatchObject({ state: 'NONE' })
    expect(await read(theirs)).toMatchObject({ state: 'LOADED', counts: ALL })
    expect((await remove()).body).toMatchObject({ reason: 'NO_SAMPLE_DATA' })
    const audit = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND action LIKE 'sample-data.%' ORDER BY id",
      company.id,
    )
    const words = '4 vendors, 6 services, 5 requests, 2 documents, and 1 request category'
    expect(audit.map(({ message }) => message)).toEqual([
      `Loaded sample data: ${words}`,
      `Removed sample data: ${words}`,
    ])
    // And once more.
    await ok(load())
    expect((await ok(remove(second))).going).toEqual(ALL)
  })

  it('leaves the company free to choose another currency, as before', async () => {
    const canChange = async () => (await ok(admin.get('/api/company-settings'))).canChangeCurrency
    expect(await canChange()).toBe(true)
    await ok(load())
    expect(await canChange()).toBe(false)
    await ok(remove())
    expect(await canChange()).toBe(true)
  })

  it('what the person who loaded it tried goes with it', async () => {
    await ok(load())
    const id = await sampleId('intake_submissions', WAITING, 'title')
    const { levels, version } = (await approvals(admin, id)) as never as Seen
    await ok(
      admin.post(`/api/intake-submission/${id}/status`, {
        ...{ status: 'APPROVED', levelGroupStatusId: levels[0]?.blocks[0]?.id, seenVersion: version },
      }),
    )
    expect(await ok(remove())).toEqual({ going: ALL, staying: [] })
  })

  it('what others did something with, and what was changed, stays with what it needs, and the preview says why', async () => {
    await ok(load())
    const workflow = 'UPDATE intake_workflows SET version = ? WHERE company_id = ?'
    await run(workflow, 2, company.id)
    expect((await removal()).staying).toMatchObject([{ name: 'Sample: Software', reason: 'It was changed since' }])
    // Written a moment after the category, it is still the one that was loaded.
    await run(workflow.replace('version = ?', 'version = ?, created_at = created_at + 1'), 1, company.id)
    expect((await removal()).staying).toEqual([])
    const id = await sampleId('intake_submissions', WAITING, 'title')
    const made = await second.post(`/api/intake-submission/${id}/threads`, { commentBody: 'Do we need five?' })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const legal = await sampleId('vendors', 'Sample: Harbor Legal')
    await makeService(legal, 'Real advice')
    const cleaning = await sampleId('services', 'Sample: Cleaning')
    await ok(admin.call('PUT', `/api/services/${cleaning}`, { body: { name: 'Cleaning' } }))
    const expected = [
      { name: WAITING, reason: 'Ben Boss has worked with it' },
      { name: 'Cleaning', reason: 'It was changed since' },
      { name: 'Sample: Fernleaf Design', reason: `${WAITING} stays and needs it` },
      { name: 'Sample: Harbor Legal', reason: 'The service Real advice is bought from it' },
      { name: 'Sample: Oakline Office', reason: 'Cleaning stays and needs it' },
      { name: 'Sample: Software', reason: `${WAITING} stays and needs it` },
    ]
    const plan = await removal()
    expect(plan.staying).toHaveLength(expected.length)
    expect(plan.staying).toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each))))
    const result = await ok(remove())
    expect(result).toEqual(plan)
    expect(result.going).toEqual({ VENDOR: 1, SERVICE: 5, INTAKE_SUBMISSION: 4, DOCUMENT: 2, INTAKE_CATEGORY: 0 })
    expect((await request(admin, id)).body.title).toBe(WAITING)
    expect((await ok(admin.get('/api/vendors'))).edges).toHaveLength(3)
    expect(await rows('SELECT id FROM sample_objects WHERE company_id = ? AND removed_at IS NULL', company.id)).toEqual(
      [],
    )
  })

  it('a real request in the sample category keeps it, and a document that was added keeps its request', async () => {
    await ok(load())
    const categoryId = await sampleId('intake_categories', 'Sample: Software')
    await admin.post('/api/intake-submission', {
      ...{ batch: 1, totalBatches: 1 },
      submission: { intakeCategoryId: categoryId, isDraft: true, answers: [] },
    })
    const vendor = await sampleId('vendors', 'Sample: Bluebird Cloud')
    const approved = await sampleId('intake_submissions', 'Sample: Backup storage, second region', 'title')
    const documentId = newId()
    await run(
      `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, types,
         description, uploaded_by_user_id, created_at, updated_at) SELECT ?1, company_id, ?1, 'Real.pdf', ?1, mime_type,
         size, sha256, types, '', uploaded_by_user_id, 1, 1 FROM documents WHERE company_id = ?2 LIMIT 1`,
      documentId,
      company.id,
    )
    await run(
      `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at)
       VALUES (?, ?, 'INTAKE_SUBMISSION', ?, 1)`,
      company.id,
      documentId,
      approved,
    )
    const { staying } = await ok(remove())
    expect(
      Object.fromEntries(staying.map(({ id, reason }: { id: string; reason: string }) => [id, reason])),
    ).toMatchObject({
      [categoryId]: 'Other requests were filed in it',
      [approved]: 'A document was added to it',
      [vendor]: 'Sample: Backup storage, second region stays and needs it',
    })
    // Its quote is an answer of the request that stays.
    expect(staying.filter(({ kind }: { kind: string }) => kind === 'DOCUMENT')).toHaveLength(1)
  })

  it('wherever the removal breaks off, the next one leaves no trace and tells the history once', async () => {
    const before = await picture(admin)
    await ok(load())
    const whole = new Breaker()
    expect((await removeThrough(whole)).status).toBe(200)
    expect(whole.calls).toBeGreaterThan(40)
    expect(await picture(admin)).toEqual(before)
    const states: string[] = []
    for (let i = 0; i < BREAKS; i++) {
      await ok(load())
      // Before or after what is done at a call. From then on nothing is done any more.
      const breaker = new Breaker(2 + Math.floor((i * whole.calls) / BREAKS), i % 2 === 0)
      expect((await removeThrough(breaker)).status).toBe(500)
      const { state } = await read()
      states.push(state)
      if (state !== 'NONE') await ok(remove(second))
      expect({ i, ...(await picture(admin)) }).toEqual({ i, ...before })
      expect(await read()).toMatchObject({ state: 'NONE' })
    }
    expect(states.filter((state) => state === 'REMOVING').length).toBeGreaterThan(BREAKS / 2)
    const told = await rows(
      "SELECT id FROM audit_log WHERE company_id = ? AND action = 'sample-data.removed'",
      company.id,
    )
    expect(told).toHaveLength(BREAKS + 1)
  }, 120_000)

  it('continues where it broke off', async () => {
    await ok(load())
    await run("UPDATE sample_loads SET status = 'REMOVING' WHERE company_id = ?", company.id)
    const id = await sampleId('intake_submissions', WAITING, 'title')
    expect((await admin.call('DELETE', `/api/intake-submission/${id}`)).status).toBe(204)
    expect((await load()).body).toMatchObject({ reason: 'SAMPLE_REMOVING' })
    await ok(remove(second))
    expect((await ok(admin.get('/api/vendors'))).edges).toEqual([])
  })
})

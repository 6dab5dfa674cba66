import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../schema/approvals/definition.ts'
import { systemClock } from '../../worker/core/clock.ts'
import { Database } from '../../worker/core/database.ts'
import { hmacHex } from '../../worker/core/hash.ts'
import { createLogger } from '../../worker/core/log.ts'
import { runAutomaticTasks } from '../../worker/features/workflow-tasks/run.ts'
import { codeOf, fieldsOf } from '../support/worker/doors.ts'
import {
  answersOf,
  createWorkflow,
  FORM,
  file,
  levelsOf,
  makeCategory,
  question,
  rule,
  saveForm,
  step,
} from '../support/worker/intake.ts'
import { sentMails, standIn } from '../support/worker/outside.ts'
import { makeDocument } from '../support/worker/uploads.ts'
import { hook } from '../support/worker/webhooks.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../support/worker/world.ts'

let company: TestCompany
const people: Record<string, TestPerson> = {}
const as: Record<string, Client> = {}

beforeAll(async () => {
  company = await makeCompany()
  // The queue would carry rows out as soon as they are there; here the test does, so that it knows when.
  await env.DB.exec(
    "CREATE TRIGGER hold BEFORE INSERT ON outbox WHEN NEW.topic = 'task.run' AND NEW.available_at < 9e15 BEGIN INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at) VALUES (NEW.id, NEW.company_id, NEW.topic, NEW.payload, NEW.created_at, 9999999999999999); SELECT RAISE(IGNORE); END",
  )
  for (const name of ['Rita', 'Abe', 'Bea']) people[name] = await company.addPerson({ name: `${name} P` })
  people.Ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  for (const [name, person] of Object.entries(people)) as[name] = await signIn(company, person)
})

const client = (name: string): Client => {
  const found = as[name]
  if (!found) throw new Error(`No ${name}`)
  return found
}
const idOf = (name: string): string => people[name]?.userId ?? ''
const url = (id: string, path: string) => `/api/intake-submission/${id}/${path}`
const blocksOf = async (id: string) => {
  const { levels } = (await client('Ada').get(url(id, 'approvals'))).body
  return levels.flatMap((level: { blocks: object[] }) => level.blocks)
}
const blockOf = async (id: string, label: string) => {
  const block = (await blocksOf(id)).find((one: { label: string }) => one.label === label)
  if (!block) throw new Error(`No block ${label}`)
  return block
}

const context = {
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: systemClock,
  log: createLogger({ job: 'test' }, 'error'),
}

/** Carries out what the request's task waits for, as the outbox would the given time; the queue is kept out of it. */
const carryOut = async (targetId: string, attempts = 1): Promise<string | null> => {
  const row = await env.DB.prepare(
    `SELECT id, company_id AS companyId, payload FROM outbox WHERE topic = 'task.run' AND payload ->> 'targetId' = ?
      ORDER BY created_at DESC, rowid DESC LIMIT 1`,
  )
    .bind(targetId)
    .first<{ id: string; companyId: string; payload: string }>()
  if (!row) throw new Error('Nothing to carry out')
  const effect = { id: row.id, companyId: row.companyId, payload: JSON.parse(row.payload), attempts }
  const run = await runAutomaticTasks(context, [effect])
  return run(effect).then(
    () => null,
    (error) => String((error as Error).message),
  )
}

let serial = 0
/** A host of its own for each test: how it answers, and what it was sent. */
const target = (
  answer: (request: Request, signal: AbortSignal | null) => Response | Promise<Response>,
  addresses?: string[],
) => {
  const host = `hooks-${serial++}.acme-tools.com`
  const sent: { headers: Headers; body: string }[] = []
  standIn(host, {
    ...(addresses && { addresses }),
    answer: async (request, signal) => {
      sent.push({ headers: request.headers, body: await request.clone().text() })
      return answer(request, signal)
    },
  })
  return { url: `https://${host}/outlay`, sent }
}

const withHook = async (address: string, more: Partial<WorkflowRule> = {}) => {
  const legal = rule('legal', { approverUserIds: [idOf('Bea')] })
  const category = await makeCategory(client('Ada'), {
    levels: [[legal], [hook('hook', { approverUserIds: [idOf('Abe')], ...more }, address)]],
  })
  const id = await file(client('Rita'), category.id, { title: 'Laptops', kind: 'renewal', reason: 'They are old' })
  const decision = { status: 'APPROVED', levelGroupStatusId: (await blockOf(id, 'legal')).id, seenVersion: 1 }
  expect((await client('Bea').post(url(id, 'status'), decision)).status).toBe(200)
  return id
}

describe('a webhook', () => {
  it('is sent when its level opens, signed, with the answers as people read them, and completes the request', async () => {
    const { url: address, sent } = target(() => Response.json({ taken: true }))
    const fields = [
      { key: 'kind', value: '', questionId: 'kind' },
      { key: 'source', value: 'Outlay', questionId: null },
      { key: 'due', value: '', questionId: 'due' },
    ]
    const id = await withHook(address, { settings: { webhook: { url: address, fields } } })
    expect(await blockOf(id, 'hook')).toMatchObject({ automatic: { state: 'QUEUED' } })
    expect(await carryOut(id)).toBeNull()
    const [request] = sent
    const body = request?.body
    expect(JSON.parse(body ?? '')).toMatchObject({
      event: 'request.webhook',
      request: { id, title: 'Laptops', url: `https://outlay.test/intake-request/${id}`, requestor: { name: 'Rita P' } },
      fields: { kind: 'Renewal', source: 'Outlay', due: null },
    })
    const { secret } = (await client('Ada').get('/api/webhook-tasks/signing-secret')).body
    const signed = `${request?.headers.get('Outlay-Timestamp')}.${body}`
    expect(request?.headers.get('Outlay-Signature')).toBe(`v1=${await hmacHex(secret, signed)}`)
    const block = await blockOf(id, 'hook')
    expect(block).toMatchObject({
      status: 'APPROVED',
      automatic: { state: 'SUCCEEDED', result: { responseStatusCode: 200 } },
    })
    expect((await client('Ada').get(`/api/intake-submission/${id}`)).body.status).toBe('APPROVED')
    const deliveries = (await client('Rita').get(`/api/webhook-tasks/${block.id}/deliveries`)).body
    expect(deliveries).toMatchObject([{ url: address, requestBody: body, responseBody: '{"taken":true}', error: null }])
  })

  it('carried out twice, the target is told the same id and the request changes once', async () => {
    const { url: address, sent } = target(() => new Response('ok'))
    const id = await withHook(address)
    await Promise.all([carryOut(id), carryOut(id)])
    await carryOut(id, 2)
    expect(new Set(sent.map((request) => request.headers.get('Outlay-Webhook-Id'))).size).toBe(1)
    expect((await blockOf(id, 'hook')).automatic).toMatchObject({ state: 'SUCCEEDED', attempts: 1 })
  })

  it('that is answered 500 is tried again, and fails with what was said after the last try', async () => {
    const { url: address, sent } = target(() => new Response('Out of order', { status: 500 }))
    const id = await withHook(address)
    for (let attempt = 1; attempt < 6; attempt++) {
      expect(await carryOut(id, attempt)).toBe('The target answered 500')
      expect((await blockOf(id, 'hook')).automatic.state).toBe('RUNNING')
    }
    expect(await carryOut(id, 6)).toBeNull()
    expect(sent).toHaveLength(6)
    const block = await blockOf(id, 'hook')
    expect(block.automatic).toMatchObject({ state: 'FAILED', error: 'The target answered 500. Tried 6 times.' })
    const deliveries = (await client('Abe').get(`/api/webhook-tasks/${block.id}/deliveries`)).body
    expect(deliveries).toHaveLength(6)
    expect(deliveries[0]).toMatchObject({ responseStatusCode: 500, responseBody: 'Out of order' })
  })

  it('that hangs is given up after ten seconds', { timeout: 20_000 }, async () => {
    const { url: address } = target(
      (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const id = await withHook(address)
    expect(await carryOut(id)).toBe('The target did not answer within 10 seconds')
  })

  it.each([
    [
      'redirects',
      () => Response.redirect('https://169.254.169.254/', 302),
      undefined,
      /302: redirects are not followed/,
    ],
    ['answers 404', () => new Response('no', { status: 404 }), undefined, /answered 404/],
    ['resolves to a private address', () => new Response('ok'), ['10.0.0.7'], /not on the public internet/],
    [
      'has one private address among others',
      () => new Response('ok'),
      ['93.184.215.14', 'fd00::1'],
      /not on the public/,
    ],
    ['has no address', () => new Response('ok'), [], /does not exist/],
  ])('whose target %s fails at once', async (_, answer, addresses, error) => {
    const { url: address, sent } = target(answer, addresses)
    const id = await withHook(address)
    expect(await carryOut(id)).toBeNull()
    expect((await blockOf(id, 'hook')).automatic).toMatchObject({
      state: 'FAILED',
      error: expect.stringMatching(error),
    })
    expect(sent).toHaveLength(addresses ? 0 : 1)
  })

  it('reads no more of an answer than it keeps', async () => {
    const { url: address } = target(() => new Response('x'.repeat(300_000)))
    const id = await withHook(address)
    expect(await carryOut(id)).toBeNull()
    const block = await blockOf(id, 'hook')
    expect(block.automatic.result.responseBody).toHaveLength(2000)
    const [delivery] = (await client('Abe').get(`/api/webhook-tasks/${block.id}/deliveries`)).body
    expect(delivery.responseBody).toHaveLength(64 * 1024)
  })

  it('that failed is tried again by its people', async () => {
    let status = 400
    const { url: address } = target(() => new Response('', { status }))
    const id = await withHook(address)
    await carryOut(id)
    const { id: blockId, canRetry } = await blockOf(id, 'hook')
    expect(canRetry).toBe(true)
    status = 204
    expect((await client('Rita').post(`/api/level-group-statuses/${blockId}/retry`)).status).toBe(403)
    expect((await client('Abe').post(`/api/level-group-statuses/${blockId}/retry`)).status).toBe(200)
    expect(await carryOut(id)).toBeNull()
    expect(await blockOf(id, 'hook')).toMatchObject({ status: 'APPROVED' })
  })

  it('that failed is sent by hand to another address, and what goes wrong there is told and shown', async () => {
    const { url: address } = target(() => new Response('', { status: 410 }))
    const id = await withHook(address)
    await carryOut(id)
    const { id: blockId } = await blockOf(id, 'hook')
    const complete = (to: string) =>
      client('Abe').post(`/api/webhook-tasks/${blockId}/complete`, {
        url: to,
        fields: [{ key: 'plan', value: 'Small' }],
      })
    const bad = target(() => new Response('', { status: 503 }))
    const refused = await complete(bad.url)
    expect([refused.status, refused.body.message]).toEqual([502, 'The target answered 503'])
    expect((await blockOf(id, 'hook')).automatic).toMatchObject({ state: 'FAILED', error: 'The target answered 503' })
    expect(Object.keys(fieldsOf(await complete('https://10.0.0.1/')) ?? {})).toEqual(['url'])
    const good = target(() => new Response('thanks'))
    expect((await complete(good.url)).body).toMatchObject({ responseStatusCode: 200, responseBody: 'thanks' })
    expect(JSON.parse(good.sent[0]?.body ?? '').fields).toEqual({ plan: 'Small' })
    expect(await blockOf(id, 'hook')).toMatchObject({ status: 'APPROVED' })
    expect((await complete(good.url)).status).toBe(409)
  })

  it('of a request that was archived meanwhile is not sent', async () => {
    const { url: address, sent } = target(() => new Response('ok'))
    const id = await withHook(address)
    await client('Rita').call('PUT', url(id, 'archived'), { body: { archived: true } })
    expect(await carryOut(id)).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('an additional step', () => {
  const later = {
    ...step('later', [question('plan', 'TEXT', { isRequired: true }), question('risky', 'YES_NO')], 9),
    isAdditionalStep: true,
  }
  const risk = rule('risk', {
    conditionBooleans: [{ valuesQuestionId: 'risky', value: true }],
  })
  const make = async (workflowType: 'SUB_LEVELS' | 'APPEND_LEVELS_TO_END') => {
    const more = rule('more', {
      type: 'ADDITIONAL_STEP',
      approverUserIds: [idOf('Abe')],
      settings: { stepIds: ['later'], workflowType },
    })
    const category = await makeCategory(client('Ada'), {
      form: [...FORM, later],
      levels: [[more, { ...risk, approverUserIds: [idOf('Bea')] }], [rule('last', { approverUserIds: [idOf('Bea')] })]],
    })
    return file(client('Rita'), category.id, { title: 'Laptops' })
  }
  const answer = async (id: string, answers: Record<string, unknown>, seenVersion = 1) =>
    client('Abe').post(`/api/additional-step-tasks/${(await blockOf(id, 'more')).id}/complete`, {
      seenVersion,
      steps: [{ stepId: 'later', fields: answersOf(answers) }],
    })

  it.each([
    ['SUB_LEVELS', { level: 1, subLevel: 1 }],
    ['APPEND_LEVELS_TO_END', { level: 3, subLevel: 0 }],
  ] as const)('%s puts the approvals that its answers bring in their place', async (workflowType, place) => {
    const id = await make(workflowType)
    expect((await blocksOf(id)).map((block: { label: string }) => block.label)).toEqual(['more', 'last'])
    expect((await answer(id, { plan: 'Small', risky: true })).status).toBe(200)
    expect(await blockOf(id, 'risk')).toMatchObject(place)
    const [steps] = (await client('Rita').get(url(id, 'additional-steps'))).body
    expect(steps.answers.map((one: { questionId: string; value: unknown }) => [one.questionId, one.value])).toEqual([
      ['plan', 'Small'],
      ['risky', true],
    ])
    expect((await client('Rita').get(`/api/intake-submission/${id}`)).body.version).toBe(2)
  })

  it('brings nothing where its answers ask for nothing', async () => {
    const id = await make('SUB_LEVELS')
    await answer(id, { plan: 'Small', risky: false })
    expect(await blocksOf(id)).toHaveLength(2)
  })

  it('is refused beside the question, and after another edit with what changed', async () => {
    const id = await make('SUB_LEVELS')
    expect(fieldsOf(await answer(id, { risky: true }))).toEqual({ plan: 'Required' })
    const { intakeCategoryId } = (await client('Rita').get(`/api/intake-submission/${id}`)).body
    await client('Rita').post('/api/intake-submission', {
      batch: 1,
      totalBatches: 1,
      submission: { id, intakeCategoryId, isDraft: false, version: 1, answers: answersOf({ title: 'Tablets' }) },
    })
    const stale = await answer(id, { plan: 'Small' })
    expect([stale.status, stale.body.reason]).toEqual([409, 'ANSWERS_CHANGED'])
    expect(stale.body.details.changes).toMatchObject([{ questionId: 'title', after: 'Tablets' }])
    expect((await answer(id, { plan: 'Small' }, 2)).status).toBe(200)
  })
})

describe('documents that are sent', () => {
  it('are mailed as attachments to whom the answer names, and complete the task', async () => {
    const documentId = await makeDocument(client('Ada'), 'Terms.pdf')
    const form = [...FORM, step('contact', [question('email', 'EMAIL')], 8)]
    const settings = (source: object) => ({
      sendDocument: { recipient: source, emailCopy: 'Please sign.', documentIds: [documentId] },
    })
    const sends = rule('terms', {
      type: 'SEND_DOCUMENT',
      approverUserIds: [idOf('Abe')],
      settings: settings({ source: 'QUESTION', questionId: 'email' }) as WorkflowRule['settings'],
    })
    const category = await makeCategory(client('Ada'), { form, levels: [[sends]] })
    const to = `vendor-${serial++}@acme-tools.com`
    const id = await file(client('Rita'), category.id, { title: 'Laptops', email: to })
    await carryOut(id)
    const [mail] = sentMails(to)
    expect(mail?.text).toContain('Please sign.')
    expect(mail?.attachments).toMatchObject([{ filename: 'Terms.pdf', content_type: 'application/pdf' }])
    expect(atob(mail?.attachments[0]?.content ?? '')).toMatch(/^%PDF/)
    expect(await blockOf(id, 'terms')).toMatchObject({ status: 'APPROVED', automatic: { result: { pocEmail: to } } })

    const blank = await file(client('Rita'), category.id, { title: 'Laptops' })
    await carryOut(blank)
    expect((await blockOf(blank, 'terms')).automatic).toMatchObject({
      state: 'FAILED',
      error: 'Nobody to send it to: “email” is not answered',
    })
  })
})

describe('a workflow', () => {
  it('with a task that could not run is refused beside the rule', async () => {
    const category = await makeCategory(client('Ada'), { levels: [] })
    await saveForm(client('Ada'), category.id, FORM)
    const workflowId = await createWorkflow(client('Ada'), category.id, 'Other')
    const problem = async (more: Partial<WorkflowRule>) => {
      const bad = rule('bad', { approverUserIds: [idOf('Abe')], ...more })
      const body = {
        version: 1,
        entryPoints: { chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] },
        levels: levelsOf([bad]),
      }
      const answer = await client('Ada').post(`/api/intake-workflow/${workflowId}/levels`, body)
      expect(codeOf(answer)).toBe('INVALID')
      return fieldsOf(answer)?.bad
    }
    const sendDocument = { recipient: { source: 'REQUESTER' as const }, emailCopy: '', documentIds: ['nothing'] }
    expect(await problem({ type: 'ADDITIONAL_STEP', settings: { stepIds: ['what'] } })).toMatch(
      /no longer an additional step/,
    )
    expect(await problem({ type: 'WEBHOOK', settings: {} })).toMatch(/Enter an address/)
    expect(await problem({ type: 'WEBHOOK', settings: { webhook: { url: 'https://10.0.0.1/', fields: [] } } })).toMatch(
      /public internet/,
    )
    expect(await problem({ type: 'SEND_DOCUMENT', settings: {} })).toMatch(/at least one document/)
    expect(await problem({ type: 'SEND_DOCUMENT', settings: { sendDocument } })).toMatch(/no longer exists/)
    expect(await problem({ type: 'CREATE_JIRA_ISSUE' })).toMatch(/cannot be used yet/)
  })
})

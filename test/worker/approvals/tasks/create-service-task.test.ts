import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import type { TaskCompletion } from '../../../../worker/core/outbox.ts'
import { completeTasks } from '../../../../worker/features/approvals/tasks/complete.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { FORM, file, makeCategory, rule, save, saveForm } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeTaskScene, type TaskScene } from '../../../support/worker/task-scene.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import type { Client } from '../../../support/worker/world.ts'

let scene: TaskScene
let vendorId: string
let categoryId: string

const create = () =>
  rule('create', {
    type: 'CREATE_SERVICE',
    approverUserIds: [scene.idOf('abe')],
    settings: { createService: { mappings: { name: 'title', vendor: 'vendor', totalCost: 'amount' } } },
  })

beforeAll(async () => {
  scene = await makeTaskScene()
  const [company] = await rows('SELECT company_id AS id FROM company_memberships WHERE user_id = ?', scene.idOf('ada'))
  vendorId = crypto.randomUUID()
  await env.DB.prepare('INSERT INTO vendors (id, company_id, name, created_at) VALUES (?, ?, ?, ?)')
    .bind(vendorId, company?.id, 'Kestrel', 1)
    .run()
  const levels = [[create()], [rule('last', { approverUserIds: [scene.idOf('bea')] })]]
  categoryId = (await makeCategory(scene.as.ada, { levels })).id
})

const period = {
  ...{ startDate: '2030-01-01', endDate: '2030-12-31' },
  ...{ totalServicePeriodCost: 1_200_000, currency: 'USD' },
}
const open = async () => {
  const id = await file(scene.as.rita, categoryId, { title: 'Kestrel CAD', vendor: vendorId })
  return { id, blockId: (await scene.blockOf(id, 'create')).id as string }
}
const send = (as: Client, blockId: string, more: object = {}, commandId?: string) =>
  as.post(
    '/api/services/create-service',
    { levelGroupStatusId: blockId, name: 'Kestrel CAD', vendorId, servicePeriods: [period], ...more },
    commandId,
  )
const servicesOf = async (id: string) => (await scene.as.rita.get(`/api/intake-submission/${id}/linked-services`)).body

describe('the task that creates a service', () => {
  it('the task creates the service with its period, links it and its vendor to the request, and continues', async () => {
    const { id, blockId } = await open()
    const answer = await send(scene.as.abe, blockId)
    expect(answer.status).toBe(200)
    const service = (await scene.as.abe.get(`/api/services/${answer.body.id}`)).body
    expect(service).toMatchObject({ name: 'Kestrel CAD', vendor: { id: vendorId }, servicePeriods: [period] })
    expect(await servicesOf(id)).toMatchObject([{ id: service.id, name: 'Kestrel CAD' }])
    expect(await scene.blockOf(id, 'create')).toMatchObject({
      status: 'APPROVED',
      createdService: { id: service.id, name: 'Kestrel CAD' },
    })
    expect(await scene.blockOf(id, 'last')).toMatchObject({ isAwaited: true })
    const { body } = await scene.as.rita.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)
    const messages = body.edges.map(({ node }: { node: { message: string } }) => node.message)
    expect(messages).toContain('Abe P created the service Kestrel CAD for “create”')
  })

  it('the task attaches only documents that the person may read', async () => {
    const { blockId } = await open()
    const mine = await makeDocument(scene.as.abe)
    const refused = await send(scene.as.abe, blockId, { documentIds: [mine, await makeDocument(scene.as.bea)] })
    expect(fieldsOf(refused)).toEqual({
      documentIds: 'One of the documents doesn’t exist, or you don’t have access to it',
    })
    const { id } = (await send(scene.as.abe, blockId, { documentIds: [mine] })).body
    const read = (await scene.as.rita.get(`/api/documents/${mine}`)).body
    expect(read.relatedServices).toEqual([{ id, name: 'Kestrel CAD' }])
  })

  it('the task links a vendor that isn’t in the answers', async () => {
    const id = await file(scene.as.rita, categoryId, { title: 'Without a vendor' })
    await send(scene.as.abe, (await scene.blockOf(id, 'create')).id)
    const request = (await scene.as.rita.get(`/api/intake-submission/${id}`)).body
    expect(request.associatedVendors).toMatchObject([{ id: vendorId, name: 'Kestrel' }])
  })

  it('a task sent twice with one id creates one service', async () => {
    const { id, blockId } = await open()
    const command = crypto.randomUUID()
    const [first, second] = [
      await send(scene.as.abe, blockId, {}, command),
      await send(scene.as.abe, blockId, {}, command),
    ]
    expect(second.body).toEqual(first.body)
    expect(await servicesOf(id)).toHaveLength(1)
  })

  it('two people completing the task at once create one service, and the second is told', async () => {
    const { id, blockId } = await open()
    const answers = await Promise.all([send(scene.as.abe, blockId), send(scene.as.abe, blockId, { name: 'Another' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await servicesOf(id)).toHaveLength(1)
  })

  it('the outbox reports the task to the request again, which changes nothing the second time', async () => {
    const { id, blockId } = await open()
    await send(scene.as.abe, blockId)
    const before = (await scene.as.rita.get(`/api/intake-submission/${id}/approvals`)).body.sequence
    const [row] = await rows(
      "SELECT id, company_id AS companyId, payload FROM outbox WHERE topic = 'task.complete' AND payload ->> 'targetId' = ?",
      id,
    )
    const effect = {
      id: String(row?.id),
      companyId: String(row?.companyId),
      payload: JSON.parse(String(row?.payload)) as TaskCompletion,
      createdAt: 0,
      attempts: 1,
      group: 'g',
    }
    const db = new Database(env.DB, 'first-primary')
    const context = { env, db, clock: systemClock, log: createLogger({ job: 'test' }, 'error') }
    const run = await completeTasks(context, [effect])
    await run(effect)
    expect((await scene.as.rita.get(`/api/intake-submission/${id}/approvals`)).body.sequence).toBe(before)
  })

  it('the outbox alone completes a task whose request was never told', async () => {
    const { id, blockId } = await open()
    const context = {
      env,
      db: new Database(env.DB, 'first-primary'),
      clock: systemClock,
      log: createLogger({ job: 'test' }, 'error'),
    }
    const [company] = await rows('SELECT company_id AS id FROM intake_submissions WHERE id = ?', id)
    const effect = {
      ...{ id: 'e', companyId: String(company?.id), createdAt: 0, attempts: 1, group: 'g' },
      payload: {
        ...{ targetId: id, commandId: crypto.randomUUID() },
        actor: {
          ...{ kind: 'USER' as const, companyId: String(company?.id), userId: scene.idOf('abe'), name: 'Abe P' },
          ...{ impersonatorUserId: null, isAdmin: false, canBypass: false, isCategoryOwner: false },
          ...{ submitsForOthers: false, delegatorIds: [] },
        },
        command: {
          ...{ type: 'completeTask' as const, blockId, comment: '' },
          createdService: { id: 'made', name: 'Made' },
        },
      },
    }
    await (await completeTasks(context, [effect]))(effect)
    expect(await scene.blockOf(id, 'create')).toMatchObject({ status: 'APPROVED', createdService: { id: 'made' } })
  })

  it('a task that an edit restarts creates another service and still shows the first', async () => {
    const small = { conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 0, maximumValue: null }] }
    const levels = [[{ ...create(), ...small }, rule('last', { approverUserIds: [scene.idOf('bea')] })]]
    const own = (await makeCategory(scene.as.ada, { levels })).id
    const answers = (value: number) => ({ title: 'Kestrel CAD', amount: { value, currency: 'USD' } })
    const id = await file(scene.as.rita, own, answers(100))
    const { id: blockId } = await scene.blockOf(id, 'create')
    const first = (await send(scene.as.abe, blockId)).body.id
    expect((await save(scene.as.rita, own, answers(200), { id, version: 1 })).status).toBe(200)
    expect(await scene.blockOf(id, 'create')).toMatchObject({ status: 'PENDING', createdService: { id: first } })
    const second = (await send(scene.as.abe, blockId, { name: 'More seats' })).body.id
    expect(second).not.toBe(first)
    expect(await scene.blockOf(id, 'create')).toMatchObject({ createdService: { id: second, name: 'More seats' } })
    expect(await servicesOf(id)).toHaveLength(2)
  })

  it('invalid input is refused beside its fields, and nothing is created', async () => {
    const { id, blockId } = await open()
    const backwards = { ...period, endDate: '2029-12-31' }
    expect(fieldsOf(await send(scene.as.abe, blockId, { servicePeriods: [backwards] }))).toEqual({
      'servicePeriods.0.endDate': 'A period may not end before it starts',
    })
    expect(fieldsOf(await send(scene.as.abe, blockId, { vendorId: 'foreign' }))).toEqual({
      vendorId: 'Choose a vendor',
    })
    expect(await servicesOf(id)).toEqual([])
    expect(await scene.blockOf(id, 'create')).toMatchObject({ status: 'PENDING' })
  })

  it('only service tasks can be completed this way, once, by the people they ask', async () => {
    const { id, blockId } = await open()
    expect(codeOf(await send(scene.as.rita, blockId))).toBe('FORBIDDEN')
    const other = (await scene.blockOf(id, 'last')).id
    expect(codeOf(await send(scene.as.bea, other))).toBe('NOT_FOUND')
    const ticked = await scene.as.abe.post(`/api/intake-submission/${id}/complete-task`, {
      levelGroupStatusId: blockId,
    })
    expect(codeOf(ticked)).toBe('INVALID')
    await send(scene.as.abe, blockId)
    expect(codeOf(await send(scene.as.abe, blockId))).toBe('CONFLICT')
  })
})

describe('the mappings of the task', () => {
  it('a mapping can’t be saved once its question is no longer in the form', async () => {
    const own = await makeCategory(scene.as.ada, { levels: [[create()]] })
    const path = `/api/intake-workflow/${own.workflowId}`
    const { definition } = (await scene.as.ada.get(path)).body
    const saveLevels = async (levels: unknown) => {
      const { version } = (await scene.as.ada.get(path)).body
      return scene.as.ada.post(`${path}/levels`, { version, ...definition, levels })
    }
    expect((await saveLevels([])).status).toBe(200)
    const [first, ...rest] = FORM
    const without = [{ ...first, questions: first?.questions.filter(({ id }) => id !== 'title') ?? [] }, ...rest]
    await saveForm(scene.as.ada, own.id, without as typeof FORM)
    const saved = await saveLevels(definition.levels)
    expect(fieldsOf(saved)).toEqual({
      create: 'The question that fills “Name” is no longer in the form. Choose another one',
    })
  })
})

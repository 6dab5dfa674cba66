import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, FORM, file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Actions on a request in progress besides deciding, through its endpoints. */

let company: TestCompany
let category: Category
const people: Record<string, TestPerson> = {}
const as: Record<string, Client> = {}

beforeAll(async () => {
  company = await makeCompany()
  for (const name of ['Rita', 'Abe', 'Bea', 'Wim', 'Tom']) people[name] = await company.addPerson({ name: `${name} P` })
  people.Ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  for (const [name, person] of Object.entries(people)) as[name] = await signIn(company, person)
  category = await makeCategory(client('Ada'), {
    form: FORM,
    levels: [
      [
        rule('legal', { approverUserIds: [idOf('Abe')] }),
        rule('setup', { type: 'TASK', approverUserIds: [idOf('Abe')] }),
      ],
      [rule('finance', { approverUserIds: [idOf('Bea')] })],
    ],
  })
})

const client = (name: string): Client => {
  const found = as[name]
  if (!found) throw new Error(`No ${name}`)
  return found
}
const idOf = (name: string): string => people[name]?.userId ?? ''

const fileOne = () => file(client('Rita'), category.id, { title: 'Laptops' })
const approvals = async (id: string, who = 'Ada') =>
  (await client(who).get(`/api/intake-submission/${id}/approvals`)).body
const blockOf = async (id: string, label: string, who = 'Ada') => {
  const { levels } = await approvals(id, who)
  const block = levels
    .flatMap((level: { blocks: object[] }) => level.blocks)
    .find((b: { label: string }) => b.label === label)
  if (!block) throw new Error(`No block ${label}`)
  return block
}
const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
  return body as { status: string; id: string }
}
const url = (id: string, path: string) => `/api/intake-submission/${id}/${path}`

describe('bypassing a step', () => {
  it('a bypass continues without the step and shows who bypassed it and why', async () => {
    const id = await fileOne()
    const block = await blockOf(id, 'legal')
    expect(block.canBypass).toBe(true)
    await ok(client('Ada').post(url(id, 'bypass'), { levelGroupStatusId: block.id, approverNote: 'Agreed by phone' }))
    const after = await blockOf(id, 'legal')
    expect(after).toMatchObject({
      status: 'APPROVED',
      bypassNote: 'Agreed by phone',
      bypassedBy: { name: 'Ada Admin' },
    })
  })

  it('the person who filed the request can’t bypass, admin or not', async () => {
    const id = await file(client('Ada'), category.id, { title: 'Mine' })
    const block = await blockOf(id, 'legal')
    expect(block.canBypass).toBe(false)
    const answer = await client('Ada').post(url(id, 'bypass'), { levelGroupStatusId: block.id, approverNote: 'Mine' })
    expect([answer.status, answer.body.reason]).toEqual([403, 'OWN_REQUEST'])
  })
})

describe('assigning people', () => {
  it('an assigned member sees the request and completes the task', async () => {
    const id = await fileOne()
    const task = await blockOf(id, 'setup')
    expect((await client('Tom').get(url(id, 'approvals'))).status).toBe(404)
    await ok(client('Abe').post(`/api/level-group-statuses/${task.id}/assignee`, { assigneeUserId: idOf('Tom') }))
    expect(await blockOf(id, 'setup', 'Tom')).toMatchObject({
      canComplete: true,
      canReject: false,
      assignee: { name: 'Tom P' },
    })
    await ok(client('Tom').post(url(id, 'complete-task'), { levelGroupStatusId: task.id }))
    expect(await blockOf(id, 'setup')).toMatchObject({ status: 'APPROVED' })
  })

  it('the assignee of the request is shown and can be removed', async () => {
    const id = await fileOne()
    const refused = await client('Ada').post(url(id, 'assignee'), { userId: idOf('Tom') })
    expect([refused.status, refused.body.reason]).toEqual([422, 'NO_ASSIGNEES'])
    await run('UPDATE intake_categories SET enable_assignees = 1 WHERE id = ?', category.id)
    await ok(client('Abe').post(url(id, 'assignee'), { userId: idOf('Tom') }))
    expect((await client('Tom').get(url(id, 'assignee'))).body.assignee).toMatchObject({ firstName: 'Tom' })
    expect((await client('Tom').get(`/api/intake-submission/${id}`)).body.assignee).toMatchObject({ id: idOf('Tom') })
    await ok(client('Abe').post(url(id, 'assignee'), { userId: null }))
    expect((await client('Ada').get(url(id, 'assignee'))).body).toEqual({ assignee: null })
    expect((await client('Tom').get(url(id, 'assignee'))).status).toBe(404)
  })

  it('disabled members, another company’s members and the requester can’t be assigned', async () => {
    const id = await fileOne()
    const task = await blockOf(id, 'setup')
    const gone = await company.addPerson({ disabled: true })
    const other = await (await makeCompany()).addPerson()
    for (const assigneeUserId of [gone.userId, other.userId]) {
      const answer = await client('Abe').post(`/api/level-group-statuses/${task.id}/assignee`, { assigneeUserId })
      expect([codeOf(answer), Object.keys(fieldsOf(answer) ?? {})]).toEqual(['INVALID', ['assigneeUserId']])
    }
    const own = await client('Abe').post(`/api/level-group-statuses/${task.id}/assignee`, {
      assigneeUserId: idOf('Rita'),
    })
    expect([own.status, own.body.reason]).toEqual([422, 'OWN_REQUEST'])
  })

  it('an approval can be assigned only to its approvers', async () => {
    const id = await fileOne()
    const legal = await blockOf(id, 'legal')
    const path = `/api/level-group-statuses/${legal.id}/assignee`
    const refused = await client('Ada').post(path, { assigneeUserId: idOf('Tom') })
    expect([codeOf(refused), Object.keys(fieldsOf(refused) ?? {})]).toEqual(['INVALID', ['assigneeUserId']])
    expect((await client('Tom').get(url(id, 'approvals'))).status).toBe(404)
    await ok(client('Ada').post(path, { assigneeUserId: idOf('Abe') }))
    expect((await blockOf(id, 'legal')).assignee).toMatchObject({ name: 'Abe P' })
  })

  it('the time in each work status is kept', async () => {
    const id = await fileOne()
    const task = await blockOf(id, 'setup')
    for (const blockStatus of ['IN_PROGRESS', 'WAITING_ON_VENDOR'])
      await ok(client('Abe').post(`/api/level-group-statuses/${task.id}/block-status`, { blockStatus }))
    const { blockStatuses, entries } = (await client('Rita').get(`/api/level-group-statuses/${task.id}/history`)).body
    expect(
      blockStatuses.map((span: { blockStatus: string; until: string | null }) => [
        span.blockStatus,
        span.until === null,
      ]),
    ).toEqual([
      ['PENDING', false],
      ['IN_PROGRESS', false],
      ['WAITING_ON_VENDOR', true],
    ])
    expect(blockStatuses[0].spentMs).toBeGreaterThanOrEqual(0)
    expect(entries.map((entry: { message: string }) => entry.message)).toEqual([
      'Abe P set “setup” to waiting on the vendor',
      'Abe P set “setup” to in progress',
    ])
  })
})

describe('changing approvers', () => {
  it('new approvers replace the current ones', async () => {
    const id = await fileOne()
    const block = await blockOf(id, 'legal')
    await ok(
      client('Ada').post('/api/replace-lgs-approvers', {
        levelGroupStatusId: block.id,
        approverUserIds: [idOf('Tom')],
      }),
    )
    expect((await blockOf(id, 'legal')).approvers).toMatchObject([{ name: 'Tom P', via: 'chosen by Ada Admin' }])
    await ok(
      client('Tom').post(url(id, 'status'), { status: 'APPROVED', levelGroupStatusId: block.id, seenVersion: 1 }),
    )
  })

  it('a group can be given by its id, and a missing one is refused beside the field', async () => {
    const id = await fileOne()
    const block = await blockOf(id, 'legal')
    const groupId = await company.add('groups', 'Security')
    await company.addToGroup(groupId, idOf('Tom'))
    const body = { levelGroupStatusId: block.id, approverType: 'CUSTOM_APPROVERS' }
    await ok(client('Ada').post('/api/replace-lgs-approvers', { ...body, groupId }))
    expect(await blockOf(id, 'legal')).toMatchObject({ approvers: [{ name: 'Tom P', via: 'group Security' }] })
    expect((await client('Tom').get(url(id, 'my-approver-groups'))).body).toEqual([
      { groupId, groupName: 'Security', level: 1 },
    ])
    const foreign = await (await makeCompany()).add('groups', 'Theirs')
    const answer = await client('Ada').post('/api/replace-lgs-approvers', { ...body, groupId: foreign })
    expect(Object.keys(fieldsOf(answer) ?? {})).toEqual(['approverGroupIds'])
  })

  it('an approval added by hand must be given like any other', async () => {
    const id = await fileOne()
    await ok(
      client('Abe').post(url(id, 'task'), { ruleType: 'APPROVAL', label: 'Security', approverUserIds: [idOf('Tom')] }),
    )
    const added = await blockOf(id, 'Security')
    expect(added).toMatchObject({ level: 1, reason: 'Added by Abe P', createdBy: { name: 'Abe P' }, isAwaited: true })
    for (const [who, label, path] of [
      ['Abe', 'legal', 'status'],
      ['Abe', 'setup', 'complete-task'],
      ['Bea', 'finance', 'status'],
    ] as const) {
      const { id: levelGroupStatusId } = await blockOf(id, label)
      const decision = path === 'status' ? { status: 'APPROVED', seenVersion: 1 } : {}
      expect((await ok(client(who).post(url(id, path), { levelGroupStatusId, ...decision }))).status).toBe('PENDING')
    }
    const last = { status: 'APPROVED', levelGroupStatusId: added.id, seenVersion: 1 }
    expect((await ok(client('Tom').post(url(id, 'status'), last))).status).toBe('APPROVED')
  })

  it('an invalid addition is refused beside its field', async () => {
    const id = await fileOne()
    const add = async (body: object) =>
      Object.keys(
        fieldsOf(
          await client('Abe').post(url(id, 'task'), { label: 'More', approverUserIds: [idOf('Tom')], ...body }),
        ) ?? {},
      )
    expect(await add({ ruleType: 'TASK', label: ' ' })).toEqual(['label'])
    expect(await add({ ruleType: 'TASK', approverUserIds: [] })).toEqual(['approverUserIds'])
    expect(await add({ ruleType: 'SEND_VENDOR_FORM' })).toEqual(['sendVendorForm'])
    expect(await add({ ruleType: 'ADDITIONAL_STEP', stepIds: ['what'] })).toEqual(['stepIds'])
    expect(await add({ ruleType: 'WEBHOOK' })).toEqual(['ruleType'])
    expect((await approvals(id)).levels.flatMap((level: { blocks: object[] }) => level.blocks)).toHaveLength(3)
  })
})

describe('changing watchers', () => {
  it('watchers see the request from then on, and no longer once removed', async () => {
    const id = await fileOne()
    await ok(client('Rita').post(url(id, 'watchers'), { watcherIds: [idOf('Wim'), idOf('Wim')] }))
    const viewers = (await client('Wim').get(url(id, 'viewers'))).body
    expect(viewers.map((v: { firstName: string; roles: string[] }) => [v.firstName, v.roles])).toEqual([
      ['Abe', ['APPROVER']],
      ['Bea', ['APPROVER']],
      ['Rita', ['REQUESTOR']],
      ['Wim', ['WATCHER']],
    ])
    await ok(client('Rita').post(url(id, 'watchers'), { watcherIds: [] }))
    expect((await client('Wim').get(url(id, 'viewers'))).status).toBe(200)
    await ok(client('Rita').post(url(id, 'watchers'), { watcherIds: [], seenWatcherIds: [idOf('Wim')] }))
    expect((await client('Wim').get(url(id, 'viewers'))).status).toBe(404)
  })

  it('posting watchers adds them to the current ones', async () => {
    const id = await fileOne()
    for (const name of ['Wim', 'Tom']) await ok(client('Rita').post(url(id, 'watchers'), { watcherIds: [idOf(name)] }))
    const viewers = (await client('Rita').get(url(id, 'viewers'))).body as { firstName: string; roles: string[] }[]
    const watching = viewers.filter(({ roles }) => roles.includes('WATCHER')).map(({ firstName }) => firstName)
    expect(watching.sort()).toEqual(['Tom', 'Wim'])
  })

  it('two people adding watchers at once lose no one', async () => {
    const id = await fileOne()
    const add = (who: string, watcher: string) =>
      client(who).post(url(id, 'watchers'), { watcherIds: [idOf(watcher)], seenWatcherIds: [] })
    await Promise.all([add('Rita', 'Wim'), add('Abe', 'Tom')].map(ok))
    const viewers = (await client('Rita').get(url(id, 'viewers'))).body as { firstName: string; roles: string[] }[]
    const watching = viewers.filter(({ roles }) => roles.includes('WATCHER')).map(({ firstName }) => firstName)
    expect(watching.sort()).toEqual(['Tom', 'Wim'])
  })
})

describe('archiving and deleting', () => {
  it('nothing can be decided while archived, and everything continues after unarchiving', async () => {
    const id = await fileOne()
    const { id: levelGroupStatusId } = await blockOf(id, 'legal')
    await ok(client('Rita').call('PUT', url(id, 'archived'), { body: { archived: true, message: 'Not this year' } }))
    const decision = { status: 'APPROVED', levelGroupStatusId, seenVersion: 1 }
    expect(codeOf(await client('Abe').post(url(id, 'status'), decision))).toBe('CONFLICT')
    await ok(client('Rita').call('PUT', url(id, 'archived'), { body: { archived: false } }))
    await ok(client('Abe').post(url(id, 'status'), decision))
  })

  it('a deleted request disappears for all members, and its history stays in the log', async () => {
    const id = await fileOne()
    expect((await client('Abe').call('DELETE', `/api/intake-submission/${id}`)).status).toBe(403)
    expect((await client('Rita').call('DELETE', `/api/intake-submission/${id}`)).status).toBe(204)
    expect((await client('Ada').get(`/api/intake-submission/${id}`)).status).toBe(404)
    const log = await client('Ada').get('/api/audit-logs/company?targetType=INTAKE_SUBMISSION')
    const found = log.body.edges.filter((edge: { node: { targetId: string } }) => edge.node.targetId === id)
    expect(found[0].node.message).toBe('Rita P deleted the request')
  })
})

describe('documents attached to a request', () => {
  it('a step’s documents also belong to the request until the person who attached them removes them', async () => {
    const id = await fileOne()
    const task = await blockOf(id, 'setup')
    const documentId = await makeDocument(client('Abe'), 'Report')
    await ok(client('Abe').post(`/api/level-group-statuses/${task.id}/documents`, { documentIds: [documentId] }))
    expect((await client('Rita').get(`/api/level-group-statuses/${task.id}/documents`)).body).toMatchObject([
      { displayName: 'Report' },
    ])
    expect((await client('Bea').get(url(id, 'documents'))).body).toEqual([
      { id: documentId, source: 'BLOCK', label: 'setup', canRemove: false },
    ])
    expect(codeOf(await client('Bea').call('DELETE', url(id, `documents/${documentId}`)))).toBe('FORBIDDEN')
    expect((await client('Abe').call('DELETE', url(id, `documents/${documentId}`))).status).toBe(204)
    expect((await client('Abe').get(url(id, 'documents'))).body).toEqual([])
    expect((await client('Rita').get(`/api/documents/${documentId}`)).status).toBe(404)
  })

  it('a document that is an answer stays with it', async () => {
    const documentId = await makeDocument(client('Rita'), 'Quote')
    const id = await file(client('Rita'), category.id, { title: 'Laptops', files: [documentId] })
    await ok(client('Rita').post(url(id, 'documents'), { documentIds: [documentId] }))
    expect((await client('Rita').get(url(id, 'documents'))).body).toMatchObject([
      { source: 'ANSWER', canRemove: false },
    ])
    const answer = await client('Ada').call('DELETE', url(id, `documents/${documentId}`))
    expect([answer.status, answer.body.reason]).toEqual([422, 'IN_USE'])
  })

  it('attaching someone else’s document doesn’t make it readable', async () => {
    const id = await fileOne()
    const documentId = await makeDocument(client('Tom'), 'Private')
    const answer = await client('Rita').post(url(id, 'documents'), { documentIds: [documentId] })
    expect(Object.keys(fieldsOf(answer) ?? {})).toEqual(['documentIds'])
  })
})

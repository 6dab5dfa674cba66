import { beforeAll, describe, expect, it } from 'vitest'
import { REQUEST_SORT_FIELDS } from '../../schema/requests/endpoints.ts'
import { addressOf } from '../support/call-text.ts'
import { doorsOf, type Input } from '../support/worker/doors.ts'
import { save } from '../support/worker/intake.ts'
import { makeWorld, type Principal, type World } from '../support/worker/matrix-world.ts'
import { expectNoScan, expectNoSort, type Statement, statementsOf } from '../support/worker/query-plans.ts'

/** A page of requests costs in proportion to itself, however the list is filtered and sorted. */

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.file()
  await world.file()
  const due = { title: 'Due', due: '2030-01-01', amount: { value: 100, currency: 'USD' } }
  await save(world.as('requester'), world.category.id, due)
  await world.draft()
  await world.draft()
})

const listOf = async (principal: Principal, input: Input) => {
  const [door] = doorsOf('intake.list-submissions')
  if (!door?.endpoint) throw new Error('No door')
  const answer = await world.as(principal).get(addressOf(door.endpoint, input))
  expect(answer.status).toBe(200)
  return answer
}

/** A first page and the next one. */
const pagesOf = async (principal: Principal, input: Input): Promise<Statement[]> => {
  let cursor: string | undefined
  const first = await statementsOf(async () => {
    const answer = await listOf(principal, { ...input, first: 1 })
    cursor = answer.body.pageInfo.endCursor ?? undefined
  })
  if (!cursor) return first
  return [...first, ...(await statementsOf(() => listOf(principal, { ...input, first: 1, cursor })))]
}

const READERS: Principal[] = ['admin', 'superViewer', 'requester', 'approver', 'delegate', 'categoryOwner']

describe('the list of requests', () => {
  const sorts = REQUEST_SORT_FIELDS.flatMap((by) => (['ASC', 'DESC'] as const).map((dir) => ({ by, dir })))

  it.each(sorts)('requests by $by $dir scan no table', async ({ by, dir }) => {
    for (const principal of READERS) {
      await expectNoScan(await pagesOf(principal, { filter: 'ALL', orderBy: { by: [by], dir: [dir] } }))
    }
  })

  it.each(sorts)('requests by $by $dir are read in order from an index for people who see all', async ({ by, dir }) => {
    await expectNoSort(await pagesOf('admin', { filter: 'ALL', orderBy: { by: [by], dir: [dir] } }))
    await expectNoSort(await pagesOf('admin', { orderBy: { by: [by], dir: [dir] } }))
  })

  it('requests by createdAt are read in order from an index for members and category owners', async () => {
    for (const principal of ['requester', 'approver', 'watcher', 'member', 'categoryOwner'] as const) {
      for (const filter of ['ALL', 'ACTIVE', 'ARCHIVED']) await expectNoSort(await pagesOf(principal, { filter }))
    }
  })

  const filters = (): Input[] => [
    ...['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'].map((filter) => ({ filter })),
    { intakeCategoryId: world.category.id },
    { vendorId: world.vendorId },
    { intakeCategoryId: world.category.id, filter: 'ACTION_REQUIRED' },
    ...['PENDING', 'APPROVED', 'REJECTED'].map((status) => ({ status })),
    { status: 'PENDING', intakeCategoryId: world.category.id },
    { source: 'PUBLIC' },
    { source: 'PUBLIC', filter: 'ALL', status: 'PENDING' },
    { source: 'PUBLIC', intakeCategoryId: world.category.id },
    { drafts: true },
    { mine: true },
    { mine: true, filter: 'ALL', status: 'PENDING' },
    { search: 'Request' },
    { search: '#1' },
    { requestorUserId: world.people.requester.userId },
    { assigneeUserId: world.people.approver.userId },
    { createdFrom: '2020-01-01', createdTo: '2099-01-01', dueFrom: '2020-01-01', decidedTo: '2099-01-01' },
    { answerFilters: ['kind', 'New', 'due', '2026-01-01,'] },
    {
      status: 'PENDING',
      intakeCategoryId: world.category.id,
      vendorId: world.vendorId,
      createdFrom: '2020-01-01',
      answerFilters: ['vendor', world.vendorId],
      include: ['createdBy', 'requestorUnits', 'watchers', 'columnAnswers'],
    },
  ]
  it('any filter of requests scans no table', async () => {
    for (const principal of READERS) {
      for (const filter of filters()) await expectNoScan(await pagesOf(principal, filter))
    }
  }, 60_000)

  it('requests filtered by own, category and status are read in order from an index', async () => {
    for (const filter of [
      { source: 'PUBLIC' },
      { drafts: true },
      { mine: true },
      { intakeCategoryId: world.category.id },
      { vendorId: world.vendorId },
      { status: 'PENDING' },
      { search: 'Request' },
      { requestorUserId: world.people.requester.userId, search: 'Request' },
      { status: 'PENDING', vendorId: world.vendorId, intakeCategoryId: world.category.id },
      { answerFilters: ['kind', 'New'], intakeCategoryId: world.category.id },
    ]) {
      // What a row adds, such as a category's column, is sorted only for the rows of the page.
      await expectNoSort(await pagesOf('admin', { ...filter, include: ['none'] }))
    }
  })
})

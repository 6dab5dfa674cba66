import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany } from '../../../support/worker/world.ts'

let staff: Client
beforeAll(async () => {
  staff = await signInAsStaff()
})
const read = async () => {
  const { status, body } = await staff.get('/api/super-admin/operations')
  expect(status).toBe(200)
  return body
}
const effect = (values: Record<string, string | number | null>) => {
  const row = { company_id: 'c', payload: '{"secret":"of the effect"}', created_at: 1, available_at: 1, ...values }
  return run(
    `INSERT INTO outbox (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
    ...Object.values(row),
  )
}

it('staff see each database, what waits longest in each lane, and what was given up, without its payload', async () => {
  await run('UPDATE outbox SET done_at = 1 WHERE done_at IS NULL AND dead_at IS NULL')
  await run(`INSERT INTO tick_leases (tick, until, done_at) VALUES ('JOBS', 0, 5000)
    ON CONFLICT (tick) DO UPDATE SET done_at = 5000`)
  await effect({ id: newId(), topic: 'notification.request', available_at: 9_000 })
  await effect({ id: newId(), topic: 'notification.request', available_at: 7_000 })
  const id = newId()
  const far = 4_000_000_000_000
  await effect({ id, topic: 'notification.request', attempts: 10, dead_at: far, last_error: 'Error: 500' })
  const body = await read()
  const [cell] = body.cells
  expect(cell).toMatchObject({ cell: 0, isReached: true, bytes: expect.any(Number) })
  expect(cell.parts).toContainEqual({ part: 'JOBS', endedAt: '1970-01-01T00:00:05.000Z' })
  expect(cell.lanes).toEqual([
    { lane: 'mail', topic: 'notification.request', what: 'notification.request', dueAt: '1970-01-01T00:00:07.000Z' },
  ])
  expect(cell.givenUp[0]).toEqual({
    ...{ id, topic: 'notification.request', what: 'notification.request', companyId: 'c', companyName: null },
    ...{ attempts: 10, error: '500', refusal: 'This release doesn’t know this kind.' },
    diedAt: new Date(far).toISOString(),
  })
  expect(JSON.stringify(body)).not.toContain('of the effect')
})

it('syncs that fail, don’t end or were given up are listed with their company, until one succeeds', async () => {
  const { id: companyId } = await makeCompany()
  const now = Date.now()
  const sync = (values: Record<string, string | number | null>) => {
    const row = { id: newId(), company_id: companyId, provider: 'TRIAL_BOOKS', trigger: 'SCHEDULE', ...values }
    return run(
      `INSERT INTO sync_runs (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
      ...Object.values(row),
    )
  }
  const minute = 60_000
  await sync({
    kind: 'account',
    state: 'WAITING',
    failures: 3,
    error: 'The access ended.',
    created_at: now - 11 * minute,
  })
  await sync({ kind: 'item', state: 'SYNCING', failures: 0, created_at: now - 61 * minute })
  await sync({ kind: 'vendor', state: 'SYNCING', failures: 0, created_at: now - 59 * minute })
  await sync({ kind: 'entity', state: 'ERROR', failures: 10, created_at: now - 9 * minute, finished_at: now - minute })
  await sync({ kind: 'bill', state: 'ERROR', failures: 10, created_at: now - 9 * minute, finished_at: now - minute })
  await sync({ kind: 'bill', state: 'COMPLETE', failures: 0, created_at: now - minute, finished_at: now })
  const own = async () => {
    const { cells } = await read()
    const syncs: { provider: string; companyId: string }[] = cells.flatMap((cell: { syncs: unknown[] }) => cell.syncs)
    return syncs.filter((each) => each.companyId === companyId)
  }
  const found = await own()
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'account', state: 'FAILING', failures: 3, error: 'The access ended.' }),
      expect.objectContaining({ kind: 'item', state: 'STUCK' }),
      expect.objectContaining({ kind: 'entity', state: 'STOPPED', companyName: expect.stringMatching(/^Company /) }),
    ]),
  )
  expect(found).toHaveLength(3)
})

describe('costs', () => {
  const day = new Date().toISOString().slice(0, 10)
  const cost = (companyId: string, rowsRead: number, on = day, queries = 7) =>
    run(
      `INSERT INTO company_costs (day, company_id, calls, ms, queries, rows_read, rows_written) VALUES (?, ?, 3, 40, ?, ?, 6)
       ON CONFLICT DO UPDATE SET rows_read = excluded.rows_read`,
      ...[on, companyId, queries, rowsRead],
    )

  it('staff see what companies cost today, those that read most first', async () => {
    const [first, second] = [await makeCompany(), await makeCompany()]
    await cost(first.id, 2_000_000_000)
    await cost(second.id, 3_000_000_000)
    await cost(second.id, 9_000_000_000, '2020-01-01')
    const { body } = await staff.get('/api/super-admin/operations/costs')
    expect(body).toMatchObject({ from: day, to: day })
    expect(body.costs.slice(0, 2)).toEqual([
      {
        ...{ companyId: second.id, name: expect.stringMatching(/^Company /), calls: 3, milliseconds: 40, queries: 7 },
        ...{ rowsRead: 3_000_000_000, rowsWritten: 6 },
      },
      expect.objectContaining({ companyId: first.id, rowsRead: 2_000_000_000 }),
    ])
  })

  it('costs of several days are added up, and ordered by what is asked for', async () => {
    const [first, second] = [await makeCompany(), await makeCompany()]
    await cost(first.id, 10, '2021-03-01', 5)
    await cost(first.id, 20, '2021-03-31', 5)
    await cost(first.id, 1_000, '2021-04-01', 90)
    await cost(second.id, 25, '2021-03-15', 50)
    const of = async (query: string) => (await staff.get(`/api/super-admin/operations/costs?${query}`)).body.costs
    const march = 'from=2021-03-01&to=2021-03-31'
    expect(await of(march)).toMatchObject([
      { companyId: first.id, rowsRead: 30, queries: 10, calls: 6 },
      { companyId: second.id, rowsRead: 25, queries: 50, calls: 3 },
    ])
    expect(await of(`${march}&sort=queries`)).toMatchObject([{ companyId: second.id }, { companyId: first.id }])
  })

  it('a range of more than 31 days, or that ends before it begins, is refused beside its field', async () => {
    const long = await staff.get('/api/super-admin/operations/costs?from=2021-03-01&to=2021-04-01')
    expect([long.status, long.body.fields]).toEqual([400, { from: 'At most 31 days' }])
    const turned = await staff.get('/api/super-admin/operations/costs?from=2021-03-02&to=2021-03-01')
    expect([turned.status, Object.keys(turned.body.fields)]).toEqual([400, ['to']])
  })
})

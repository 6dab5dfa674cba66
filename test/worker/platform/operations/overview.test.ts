import { beforeAll, expect, it } from 'vitest'
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
  expect(cell.lanes).toEqual([{ lane: 'mail', topic: 'notification.request', dueAt: '1970-01-01T00:00:07.000Z' }])
  expect(cell.givenUp[0]).toEqual({
    ...{ id, topic: 'notification.request', companyId: 'c', attempts: 10, error: 'Error: 500' },
    diedAt: new Date(far).toISOString(),
  })
  expect(JSON.stringify(body)).not.toContain('of the effect')
})

it('staff see what companies cost today, those that read most first', async () => {
  const [first, second] = [await makeCompany(), await makeCompany()]
  const day = new Date().toISOString().slice(0, 10)
  const cost = (companyId: string, rowsRead: number, on = day) =>
    run(
      `INSERT INTO company_costs (day, company_id, calls, ms, rows_read, rows_written) VALUES (?, ?, 3, 40, ?, 6)
       ON CONFLICT DO UPDATE SET rows_read = excluded.rows_read`,
      ...[on, companyId, rowsRead],
    )
  await cost(first.id, 2_000_000_000)
  await cost(second.id, 3_000_000_000)
  await cost(second.id, 9_000_000_000, '2020-01-01')
  const { costs } = await read()
  expect(costs.slice(0, 2)).toEqual([
    {
      ...{ companyId: second.id, name: expect.stringMatching(/^Company /), calls: 3, milliseconds: 40 },
      ...{ rowsRead: 3_000_000_000, rowsWritten: 6 },
    },
    expect.objectContaining({ companyId: first.id, rowsRead: 2_000_000_000 }),
  ])
})

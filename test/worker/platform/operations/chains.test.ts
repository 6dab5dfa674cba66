import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { auditStatement } from '../../../../worker/core/audit.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { runTick } from '../../../support/worker/jobs/ticks.ts'
import { signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

let staff: Client
beforeAll(async () => {
  staff = await signInAsStaff()
})
// Others' chains would fill the lists.
beforeEach(() => run('DELETE FROM audit_checks'))

const write = (companyId: string, count: number) =>
  env.DB.batch([
    auditStatement(
      env.DB,
      Array.from({ length: count }, (_, index) => ({
        ...{ changeKey: newId(), companyId, actorUserId: null, impersonatorUserId: null, action: 'company.changed' },
        ...{ targetType: 'COMPANY' as const, targetId: companyId, message: `Change ${index}`, changeData: null },
        occurredAt: 1_000 + index,
      })),
    ),
  ])
const check = async (companyId: string) =>
  (
    await rows<{ checked_at: number | null; checked_by: string | null; entries: number; problem: string | null }>(
      'SELECT * FROM audit_checks WHERE company_id = ?',
      companyId,
    )
  )[0]
const tick = async () => {
  await run('DELETE FROM tick_leases')
  await runTick(env, 'JOBS')
}
/** Without the chains of other tests, which would come first. */
const tickAlone = async (companyId: string) => {
  await run('DELETE FROM audit_checks WHERE company_id <> ?', companyId)
  await tick()
}
const alter = async (companyId: string) => {
  const [first] = await rows<{ id: number }>('SELECT id FROM audit_log WHERE company_id = ? ORDER BY id', companyId)
  const [trigger] = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'audit_entries_no_update'")
  await run('DROP TRIGGER audit_entries_no_update')
  await run("UPDATE audit_entries SET message = 'Something else' WHERE id = ?", first?.id)
  await run(trigger?.sql ?? '')
}
const VERIFY = '/api/super-admin/operations/verify-chain'
const listed = async (companyId: string) => {
  const { body } = await staff.get('/api/super-admin/operations')
  const chains: { companyId: string }[] = body.cells.flatMap((cell: { chains: unknown[] }) => cell.chains)
  return chains.find((each) => each.companyId === companyId)
}

it('a chain is verified within minutes of its first seal, without anyone asking, and then about once a week', async () => {
  const { id } = await makeCompany()
  await write(id, 3)
  await tick()
  await tickAlone(id)
  expect(await check(id)).toMatchObject({ entries: 3, problem: null, checked_by: null })
  const first = await check(id)
  await write(id, 2)
  await tick()
  expect(await check(id)).toEqual(first)
  await run('UPDATE audit_checks SET due_at = 1 WHERE company_id = ?', id)
  await tickAlone(id)
  expect(await check(id)).toMatchObject({ entries: 5, problem: null })
})

it('a chain with an altered entry is found and listed, until it verifies again', async () => {
  const { id } = await makeCompany()
  await write(id, 2)
  await tick()
  await alter(id)
  await run('UPDATE audit_checks SET due_at = 1 WHERE company_id = ?', id)
  await tickAlone(id)
  expect((await check(id))?.problem).toMatch(/The entry was altered/)
  expect(await listed(id)).toMatchObject({ problem: expect.stringMatching(/altered/), checkedBy: null, entries: 1 })
})

it('staff verify a chain now, and the list no longer has it as unverified', async () => {
  const { id } = await makeCompany()
  await write(id, 4)
  await run('INSERT INTO audit_checks (company_id, due_at) VALUES (?, 9000000000000)', id)
  expect(await listed(id)).toMatchObject({ checkedAt: null, problem: null })
  const { status, body } = await staff.post(VERIFY, { companyId: id })
  expect([status, body]).toEqual([200, { isDone: true, entries: 4, problem: null }])
  expect(await check(id)).toMatchObject({ checked_by: expect.stringMatching(/desk/), entries: 4 })
  expect(await listed(id)).toBeUndefined()
})

it('a long chain is verified in parts, a part each minute, with the same end', async () => {
  const { id } = await makeCompany()
  for (let part = 0; part < 11; part += 1) await write(id, 480)
  const { body } = await staff.post(VERIFY, { companyId: id })
  expect(body).toEqual({ isDone: false, entries: 0, problem: null })
  expect(await check(id)).toMatchObject({ checked_at: null })
  await run('UPDATE audit_checks SET due_at = 9000000000000 WHERE company_id <> ?', id)
  await tick()
  expect(await check(id)).toMatchObject({ entries: 5_280, problem: null, checked_by: null })
})

it('an admin’s own verification counts, with their name', async () => {
  const company = await makeCompany()
  const admin = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const client = await signIn(company, admin)
  expect((await client.post('/api/audit-logs/verify')).status).toBe(200)
  expect(await check(company.id)).toMatchObject({ checked_by: 'Ada Admin' })
})

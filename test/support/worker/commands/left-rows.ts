import { expect, vi } from 'vitest'
import type { AnyOperation } from '../../../../worker/core/operation.ts'
import { allowedIn } from '../contract.ts'
import { database } from '../database.ts'
import { codeOf, doorsOf, type Input } from '../doors.ts'
import type { LeftRows } from '../facts/area-facts.ts'
import type { World } from '../matrix-world.ts'
import { operationFixtures } from '../operation-facts.ts'
import type { Branch } from './left-rows-branches.ts'

const NEWEST = `SELECT (SELECT COALESCE(MAX(id), 0) FROM audit_entries) AS audit,
                       (SELECT COALESCE(MAX(rowid), 0) FROM outbox) AS outbox`
/** Written by jobs, at any time after an earlier command has started what then fails. No command writes them. */
const LATER = ['payments.transfer-failed', 'bill.payment-failed']
/** What jobs raise alarms about. Commands ask for others. */
const ALARMS_LATER = ['FAILED', 'RETURNED', 'NOT_STARTED', 'TRANSFER']
const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')
/** Jobs of companies that the call isn't about may still write; the platform's own has none. The installation's own rows have no company. */
const OTHERS = `SELECT json_group_array(id) AS others FROM companies
  WHERE id NOT IN (?, ?, 'platform-staff') AND instr(?, id) = 0`
const NOT_OF_OTHERS = "COALESCE(company_id, '') NOT IN (SELECT value FROM json_each(?2))"
const MINE = `SELECT full_action AS action FROM audit_log
  WHERE id > ?1 AND ${NOT_OF_OTHERS} AND full_action NOT IN (${listed(LATER)}) ORDER BY id`
const TO_DO = `SELECT topic FROM outbox
  WHERE rowid > ?1 AND ${NOT_OF_OTHERS} AND NOT (topic = 'payments.alarm' AND payload ->> '$.what' IN (${listed(ALARMS_LATER)})) ORDER BY topic`

/** Orders of requests go on by jobs once they are entered, or once there is an accounting system. */
const continuesOrders = (id: string): boolean =>
  id === 'workflow-tasks.netsuite-po-complete' || id.startsWith('integrations.')
/** Jobs that pay have bills checked again, also while commands of other areas run. */
const PAYS = /^(bills|checks|payments|vendor-invoices)\./
const BY_ITS_JOB = ['intake-submission.task-completed', 'intake-submission.approved', 'request.notify']

/** An import of vendors, or of configuration, goes on by its job, which records what it made. */
const IMPORTS = /^(vendor-imports|configuration)\./
const IMPORTING = `SELECT 1 FROM outbox
  WHERE topic IN ('vendor-import.run', 'configuration.run') AND done_at IS NULL AND dead_at IS NULL LIMIT 1`
const importsAreDone = () =>
  vi.waitFor(async () => expect(await database.prepare(IMPORTING).first()).toBeNull(), 10_000)

const QUIET_MS = 400
const MOST_LOOKS = 25
/** Jobs that lead to others: until no row has come for a while. */
const jobsAreQuiet = async () => {
  let seen = ''
  for (let look = 0; look < MOST_LOOKS; look++) {
    const newest = JSON.stringify(await database.prepare(NEWEST).first())
    if (newest === seen) return
    seen = newest
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
}

/** Their first input asks for what is so already, so the other one is sent, and then the first to put it back. */
const WITH_THE_OTHER = ['settings.save-company-notifications', 'settings.set-request-approval-mode']
/** Only a resolved thread can be opened again. */
const AFTER: Record<string, string> = { 'threads.unresolve': 'threads.resolve' }

/** With the version that the first call has made. */
const changed = (input: Input, { change, isAfterFirst }: Branch): Input => {
  const { version } = input
  return { ...input, ...(isAfterFirst && typeof version === 'number' && { version: version + 1 }), ...change }
}

/** The rows of the audit log and the outbox that a valid call of a command leaves, in its first case or a branch. */
export const leftRowsOf = async (world: World, operation: AnyOperation, branch?: Branch): Promise<LeftRows> => {
  const [door] = doorsOf(operation.id)
  const fixture = operationFixtures[operation.id]
  if (!door || !fixture) throw new Error(`${operation.id} has no fixture`)
  const about = branch?.about ?? fixture.cases[0]
  const principal = allowedIn(about)
  const plain = await about.input(world, principal)
  if (branch?.isAfterFirst) await door.call(world.as(principal), plain)
  const first = branch ? changed(plain, branch) : plain
  const isOther = WITH_THE_OTHER.includes(operation.id)
  const input = isOther && typeof fixture.repeat === 'function' ? await fixture.repeat(first, world) : first
  const client = fixture.endsSession ? await world.signInAs(principal) : world.as(principal)
  const comesBefore = AFTER[operation.id]
  if (comesBefore) await doorsOf(comesBefore)[0]?.call(client, input)
  const { own, vendorCompanyId } = world
  const known = await database
    .prepare(OTHERS)
    .bind(own.id, vendorCompanyId, JSON.stringify(input))
    .first<{ others: string }>()
  const before = await database.prepare(NEWEST).first<{ audit: number; outbox: number }>()
  const answer = await door.call(client, input)
  if (codeOf(answer) !== 'OK') throw new Error(`${operation.id}: ${codeOf(answer)}`)
  const [audit, outbox] = await database.batch<{ action: string; topic: string }>([
    database.prepare(MINE).bind(before?.audit, known?.others),
    database.prepare(TO_DO).bind(before?.outbox, known?.others),
  ])
  if (isOther) await door.call(client, first)
  if (fixture.endsSession === 'EVERYWHERE') await world.renew()
  // Its job must not record anything in the rows of the next command.
  if (continuesOrders(operation.id)) await jobsAreQuiet()
  if (IMPORTS.test(operation.id)) await importsAreDone()
  const isIts = (row: string): boolean =>
    !(continuesOrders(operation.id) && BY_ITS_JOB.includes(row)) && (row !== 'checks.run' || PAYS.test(operation.id))
  return {
    audit: (audit?.results ?? []).map(({ action }) => action).filter(isIts),
    outbox: (outbox?.results ?? []).map(({ topic }) => topic).filter(isIts),
  }
}

import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AuditEntry, auditStatement } from '../../../../worker/core/audit.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** The file of a company's log, which has more entries than fit in one read. */

const COUNT = 3_000
const FIRST = Date.parse('2026-03-01T12:00:00Z')

let company: TestCompany
let ada: TestPerson
let bo: TestPerson
let admin: Client

beforeAll(async () => {
  company = await makeCompany()
  ada = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  bo = await company.addPerson({ name: 'Bo Member' })
  admin = await signIn(company, ada)
  // Five at each instant, of two kinds, by two people, and some by both: as themselves, for the other, or for themselves.
  const entries = Array.from(
    { length: COUNT },
    (_, i): AuditEntry => ({
      changeKey: newId(),
      companyId: company.id,
      actorUserId: i % 3 === 0 ? bo.userId : ada.userId,
      impersonatorUserId: i % 7 === 0 ? ada.userId : null,
      action: 'test.changed',
      targetType: i % 4 === 0 ? 'GROUP' : 'INTAKE_SUBMISSION',
      targetId: i % 4 === 0 ? 'g1' : `r${i % 50}`,
      message: `Change ${i}`,
      changeData: null,
      occurredAt: FIRST + Math.floor(i / 5) * 1000,
    }),
  )
  for (let from = 0; from < COUNT; from += 500) await auditStatement(env.DB, entries.slice(from, from + 500)).run()
})

afterEach(() => vi.restoreAllMocks())

const file = async (query: string): Promise<number[]> => {
  const { body } = await admin.get(`/api/audit-logs/company.csv?${query}`)
  return Array.from((body as string).matchAll(/Change (\d+)/g), ([, number]) => Number(number))
}

const numbers = (isMeant: (i: number) => boolean): number[] =>
  Array.from({ length: COUNT }, (_, i) => COUNT - 1 - i).filter(isMeant)

describe('the file of a company’s log', () => {
  it.each([
    ['everything', () => '', () => true],
    ['a kind', () => 'targetType=GROUP', (i: number) => i % 4 === 0],
    ['requests', () => 'targetType=INTAKE_SUBMISSION', (i: number) => i % 4 !== 0],
    [
      'a person, also where they acted for others',
      () => `userId=${ada.userId}`,
      (i: number) => i % 3 !== 0 || i % 7 === 0,
    ],
    ['a person and a kind', () => `userId=${bo.userId}&targetType=GROUP`, (i: number) => i % 12 === 0],
    ['days', () => 'from=2026-03-01T12:05:00Z&until=2026-03-01T12:06:40Z', (i: number) => i >= 1_500 && i < 2_000],
  ])('the file has %s once, newest first', async (_, query, isMeant) => {
    expect(await file(query())).toEqual(numbers(isMeant))
  })

  it('reads each entry once, with its object, and each person once', async () => {
    const asked = new Set<Database>()
    const { all } = Database.prototype
    let reads = 0
    vi.spyOn(Database.prototype, 'all').mockImplementation(async function (this: Database, statement) {
      asked.add(this)
      reads += 1
      return (await all.call(this, statement)) as never
    })
    expect(await file('')).toHaveLength(COUNT)
    const rows = Math.max(...[...asked].map(({ cost }) => cost.rowsRead))
    // An entry in its index and in its table, its object, its kind, and the name of what is still there.
    expect(rows).toBeLessThan(5 * COUNT + 100)
    // 200 of each of two walks, then 2,000 and 1,000 of what is left, and the people.
    expect(reads).toBeLessThanOrEqual(8)
  })
})

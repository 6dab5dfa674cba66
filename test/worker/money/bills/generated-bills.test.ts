import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addErp,
  addRuleSet,
  type BillScene,
  bodyOf,
  bookedOf,
  decide,
  enter,
  follow,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { always, fromCost } from '../../../support/worker/spend.ts'

/** Bills as they come, in any order: which are one invoice, which months they count in, and who is asked about them. */

const TEN = { timeout: 180_000 }

let scene: BillScene
let vendors: string[]
beforeAll(async () => {
  scene = await makeBillScene({ flags: ['paymentsEnabled', 'enablePaymentAccounting', 'enforceIntakeApprovalOrder'] })
  vendors = [
    scene.erpVendorId,
    await addErp(scene.company.id, 'VENDOR', 'Other', { connection_id: scene.connectionId }),
  ]
})

const oneLine = (amount: number) => ({ totalAmount: amount, lines: [{ amount, ...bookedOf(scene) }] })

describe('bills of one company', () => {
  /** Each is one number, however it is written. */
  const NUMBERS = [
    ['INV-0007', 'inv 7', '7'],
    ['B-8', 'b8'],
    ['C-9', 'C9'],
  ]
  const bill = fc.record({
    vendor: fc.nat(1),
    number: fc.nat(NUMBERS.length - 1),
    written: fc.nat(2),
    amount: fc.constantFrom(5_000, 6_000),
    // 0, 14 and 15 days after the first.
    date: fc.constantFrom('2026-10-01', '2026-10-15', '2026-10-16'),
    isCredit: fc.boolean(),
  })
  const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000

  it('a number is refused for its vendor only, and the same amount is shown within 14 days of it', TEN, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bill, { minLength: 2, maxLength: 4 }), async (bills) => {
        await run('DELETE FROM bills WHERE company_id = ?', scene.company.id)
        await run('DELETE FROM bill_numbers WHERE company_id = ?', scene.company.id)
        const entered: ((typeof bills)[number] & { id: string })[] = []
        for (const one of bills) {
          const forms = NUMBERS[one.number] ?? []
          const { status, body } = await scene.clerk.post(
            '/api/payments/bills',
            await bodyOf(scene, {
              ...{ erpVendorId: vendors[one.vendor], invoiceNumber: forms[one.written % forms.length] },
              ...{ invoiceDate: one.date, dueDate: '2026-12-01', isCredit: one.isCredit, ...oneLine(one.amount) },
            }),
          )
          const same = entered.find(({ vendor, number }) => vendor === one.vendor && number === one.number)
          expect({ ...one, status }).toEqual({ ...one, status: same ? 409 : 200 })
          if (same) {
            expect(body).toMatchObject({ reason: 'DUPLICATE_BILL', details: { bill: { id: same.id } } })
            continue
          }
          const similar = entered.filter(
            ({ vendor, amount, isCredit, date }) =>
              vendor === one.vendor &&
              amount === one.amount &&
              isCredit === one.isCredit &&
              daysBetween(date, one.date) <= 14,
          )
          const { similarBills } = await readBill(scene.clerk, body.id)
          expect(similarBills.map(({ id, reason }: { id: string; reason: string }) => [id, reason]).toSorted()).toEqual(
            similar.map(({ id }) => [id, 'AMOUNT']).toSorted(),
          )
          entered.push({ ...one, id: body.id })
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('the months of a bill', () => {
  /** First day, last day, and the last day of each month of it. */
  const PERIODS = {
    none: null,
    quarter: ['2027-01-01', '2027-03-31', ['2027-01-31', '2027-02-28', '2027-03-31']],
    leap: ['2028-01-15', '2028-03-14', ['2028-01-31', '2028-02-29']],
  } as const
  type Period = keyof typeof PERIODS
  const period = fc.constantFrom<Period>('none', 'quarter', 'leap')
  const daysOf = (name: Period) => {
    const [start, end] = PERIODS[name] ?? [null, null]
    return { amortizationStartDate: start, amortizationEndDate: end }
  }

  it('a line’s own months come before the bill’s, in the books and in what is sent', TEN, async () => {
    const asked = fc.record({
      whole: period,
      lines: fc.array(fc.record({ own: period, amount: fc.integer({ min: 4, max: 9_999 }) }), {
        ...{ minLength: 1, maxLength: 3 },
      }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ whole, lines }) => {
        const billId = await enter(scene, {
          ...{ invoiceDate: '2026-10-01', dueDate: '2026-12-01', ...daysOf(whole) },
          totalAmount: lines.reduce((sum, { amount }) => sum + amount, 0),
          lines: lines.map(({ own, amount }, at) => ({
            ...{ amount, memo: `Line ${at}`, ...bookedOf(scene), ...daysOf(own) },
          })),
        })
        await follow(scene)
        const stored = (await readBill(scene.clerk, billId)).lines as { id: string; memo: string }[]
        const posted = await rows<{ line: string; date: string; amount: number }>(
          `SELECT p.line_id AS line, p.date, SUM(p.amount_minor) AS amount FROM ledger_postings p
             JOIN ledger_entries e ON e.id = p.entry_id WHERE e.bill_id = ? AND p.account = 'EXPENSE' GROUP BY 1, 2 ORDER BY 2`,
          billId,
        )
        const [sync] = await rows<{ facts: string }>('SELECT facts FROM ledger_syncs WHERE owner_id = ?', billId)
        const sent = JSON.parse(sync?.facts ?? '{}').lines as { memo: string; amortization: object | null }[]
        for (const [at, { own, amount }] of lines.entries()) {
          const memo = `Line ${at}`
          const [start, end, months] = PERIODS[own] ?? PERIODS[whole] ?? [null, null, ['2026-10-01']]
          const share = Math.floor(amount / months.length)
          const id = stored.find((line) => line.memo === memo)?.id
          expect(posted.filter(({ line }) => line === id).map(({ date, amount: of }) => [date, of])).toEqual(
            months.map((day, index) => [
              day,
              index === months.length - 1 ? amount - share * (months.length - 1) : share,
            ]),
          )
          const spread = start === null ? null : expect.objectContaining({ start, end })
          expect(sent.find((line) => line.memo === memo)?.amortization ?? null).toEqual(spread)
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('the preview of who is asked', () => {
  it('it names the people that the bill then asks, at each level', TEN, async () => {
    const own = await makeBillScene()
    const { people, departmentId } = own
    const group = [people.approver.userId, people.admin.userId]
    await addRuleSet(own.company, {
      name: 'Engineering',
      departments: [departmentId],
      levels: [always('Owner', people.approver.userId), fromCost(50_000, 'Finance', ...group)],
    })
    // Also the person who enters bills, who isn't asked about their own.
    await addRuleSet(own.company, {
      levels: [
        fromCost(20_000, 'Clerk', people.clerk.userId, people.admin.userId),
        fromCost(90_000, 'Chief', ...group),
      ],
    })
    const asked = fc.record({
      amounts: fc.array(fc.constantFrom(10_000, 19_999, 20_000, 30_000, 50_000, 90_000), {
        minLength: 1,
        maxLength: 2,
      }),
      isEngineering: fc.boolean(),
      isCredit: fc.boolean(),
    })
    let decided = 0
    await fc.assert(
      fc.asyncProperty(asked, async ({ amounts, isEngineering, isCredit }) => {
        const booked = { ...bookedOf(own), ...(!isEngineering && { erpDepartmentMappingId: null }) }
        const lines = amounts.map((amount) => ({ amount, ...booked }))
        const totalAmount = amounts.reduce((sum, amount) => sum + amount, 0)
        const said = await own.clerk.post('/api/payments/bills/approvers-preview', {
          ...{ totalAmount, isCredit, erpVendorId: own.erpVendorId, erpEntityId: own.erpEntityId, billLines: lines },
        })
        expect(said.status, JSON.stringify(said.body)).toBe(200)
        const id = await enter(own, { totalAmount, isCredit, lines })
        const made = (await own.clerk.get(`/api/payments/bills/${id}/approvals`)).body
        interface Level {
          number: number
          blocks: { label: string; approvers: { userId: string }[] }[]
        }
        const shape = (levels: Level[]) =>
          levels
            .filter(({ blocks }) => blocks.length > 0)
            .map(({ number, blocks }) => [
              number,
              blocks.map(({ label, approvers }) => [label, approvers.map(({ userId }) => userId).toSorted()]),
            ])
        expect(shape(made.levels)).toEqual(shape(said.body.levels))
        const isAsked = shape(said.body.levels).length > 0
        expect((await readBill(own.clerk, id)).status).toBe(isAsked ? 'PENDING' : 'APPROVED')
        if (isAsked) decided += 1
      }),
      { numRuns: 15 },
    )
    expect(decided).toBeGreaterThan(0)
    expect((await decide(own.approver, await enter(own))).status).toBe(200)
  })
})

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PlanPreview } from '../../../../schema/planning/plans/endpoints.ts'
import { admin, company, makePlanScene } from '../../../support/worker/plans/plan-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'

/** What the preview of a plan's table says is what importing it makes, whatever is in the table. */

beforeAll(makePlanScene)

const MONTHS = { startYearMonth: '2026-01', endYearMonth: '2026-03' }
/** Names that people write in more than one way, and none. */
const name = fc.constantFrom('Acme', 'ACME', ' acme ', 'Globex', 'Glob  ex', '')
/** Mostly amounts. */
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('1000', '$1,000.50', '(25)', '-5', '0', '', '-', '12.5') },
  { weight: 1, arbitrary: fc.constantFrom('1.005', '€5', 'many') },
)
const row = fc.record({
  ...{ department: name, vendor: name, category: name },
  type: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('expense', 'Revenue', '') },
    { weight: 1, arbitrary: fc.constant('gift') },
  ),
  amounts: fc.tuple(amount, amount, amount),
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

const HEADER = 'Department\tVendor\tCategory\tType\tNotes\t2026-01\t2026-02\t2026-03'
const tableOf = (all: readonly Row[]): string =>
  [
    HEADER,
    ...all.map(({ department, vendor, category, type, amounts }) =>
      [department, vendor, category, type, 'x', ...amounts].join('\t'),
    ),
  ].join('\n')

interface Stored {
  lines: number
  items: Record<string, number>
  totals: { expense: number | null; revenue: number | null }
}

/** What a plan has, read from its own lines and not from what is kept of their sums. */
const storedOf = async (planId: string): Promise<Stored> => {
  const lines = await rows<{ type: string; total: number }>(
    `SELECT l.type, (SELECT SUM(j.value) FROM json_each(l.amounts) j) AS total FROM plan_lines l WHERE l.plan_id = ?`,
    planId,
  )
  const items = await rows<{ kind: string; count: number }>(
    'SELECT kind, COUNT(*) AS count FROM plan_items WHERE plan_id = ? GROUP BY kind',
    planId,
  )
  const sumOf = (type: string): number | null => {
    const those = lines.filter((line) => line.type === type)
    return those.length === 0 ? null : those.reduce((sum, { total }) => sum + total, 0)
  }
  return {
    lines: lines.length,
    items: Object.fromEntries(items.map(({ kind, count }) => [kind, count])),
    totals: { expense: sumOf('expense'), revenue: sumOf('revenue') },
  }
}

describe('the preview of a plan', () => {
  it('it has the lines, names, totals and faults that the import has', { timeout: 120_000 }, async () => {
    let made = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (all) => {
        const table = tableOf(all)
        const previewed = await admin.post('/api/plans/import/preview', { ...MONTHS, table })
        expect(previewed.status).toBe(200)
        const said = previewed.body as PlanPreview
        const before = await rows('SELECT id FROM plans WHERE company_id = ?', company.id)
        const { status, body } = await admin.post('/api/plans/import', {
          ...{ name: `Plan ${made}`, description: '', ...MONTHS, table },
        })
        if (said.faultCount > 0 || said.lines === 0) {
          refused += 1
          expect(status).toBe(400)
          if (said.faultCount > 0)
            expect(body.details).toMatchObject({ faults: said.faults, faultCount: said.faultCount })
          expect(await rows('SELECT id FROM plans WHERE company_id = ?', company.id)).toEqual(before)
          return
        }
        made += 1
        expect([status, body.lines]).toEqual([200, said.lines])
        const centsOf = (money: { value: number } | null) => money?.value ?? null
        expect(await storedOf(body.id)).toEqual({
          lines: said.lines,
          items: Object.fromEntries(said.items.map(({ kind, count }) => [kind, count])),
          totals: { expense: centsOf(said.totals.expense), revenue: centsOf(said.totals.revenue) },
        })
        for (const type of ['expense', 'revenue'] as const) {
          const { all: whole } = (await admin.get(`/api/plans/${body.id}/figures?type=${type}&by=vendor`)).body
          expect(whole.total).toBe(centsOf(said.totals[type]) ?? 0)
        }
        expect((await admin.call('DELETE', `/api/plans/${body.id}`)).status).toBe(200)
      }),
      { numRuns: 25 },
    )
    // Both kinds of tables were among them.
    expect(Math.min(made, refused)).toBeGreaterThan(0)
  })

  it('rows with the same names are one line, and a name is counted once however it is written', async () => {
    const table = [HEADER, 'IT\tAcme\t\t\t\t1\t\t', 'it\tACME\t\t\t\t2\t\t', 'IT\tAcme\t\tRevenue\t\t4\t\t'].join('\n')
    const { body } = await admin.post('/api/plans/import/preview', { ...MONTHS, table })
    expect(body).toMatchObject({
      ...{ rows: 3, lines: 2, leftOut: ['Notes'], faultCount: 0 },
      totals: { expense: { value: 300, currency: 'USD' }, revenue: { value: 400, currency: 'USD' } },
      items: [
        { kind: 'DEPARTMENTS', count: 1, examples: ['IT'] },
        { kind: 'VENDORS', count: 1, examples: ['Acme'] },
      ],
    })
  })
})

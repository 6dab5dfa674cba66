import { beforeEach, describe, expect, it } from 'vitest'
import { costOf } from '../../../support/worker/contract.ts'
import { admin, as, company, figures, imported, link, makePlanScene } from '../../../support/worker/plans/plan-scene.ts'

beforeEach(makePlanScene)

describe('with 10,000 vendors', () => {
  it('a lead of a small department reads the lines of it', async () => {
    const department = await company.add('departments', 'Legal')
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `${at < 5 ? 'Legal' : `Team ${at % 40}`},Vendor ${at},${at},1`,
    )
    const planId = await imported(['Department,Vendor,2026-01,2026-02', ...lines].join('\n'))
    await link(planId, 'DEPARTMENTS', 'Legal', department)
    const lead = await as(['hasDepartmentAccess'], [department])
    await lead.get('/api/session')
    const answer = await lead.get(`/api/plans/${planId}/figures?type=expense&by=vendor`)
    expect(answer.body.all.total).toBe(1500)
    expect(costOf(answer).trips).toBeLessThanOrEqual(2)
    expect(Number(/read=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '')?.[1])).toBeLessThanOrEqual(400)
    // The table is read by what else it names, and no further than theirs.
    expect((await figures(planId, 'by=department', lead)).rows.map(({ item }) => item?.name)).toEqual(['Legal'])
  }, 60_000)

  it('pages, lookups and options read few rows', async () => {
    const table = ['Vendor,2026-01,2026-02', ...Array.from({ length: 10_000 }, (_, at) => `Vendor ${at},${at},1`)].join(
      '\n',
    )
    const planId = await imported(table)
    for (const path of [
      '/api/plans',
      `/api/plans/${planId}/figures?type=expense&by=vendor`,
      '/api/plan-vendors',
      '/api/plan-vendors?search=nowhere',
      `/api/plan-vendors?planId=${planId}&search=99`,
      '/api/plan-vendor-select-options?search=vendor',
      `/api/plans/${planId}/items/VENDORS?show=UNMAPPED`,
    ]) {
      const answer = await admin.get(path)
      expect(answer.status, path).toBe(200)
      // A choice that none of the first names has is looked for among the others, many at once.
      const most = /=(?:nowhere|99)/.test(path) ? { trips: 4, read: 10_400 } : { trips: 2, read: 300 }
      expect(costOf(answer).trips, path).toBeLessThanOrEqual(most.trips)
      const read = Number(/read=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '')?.[1])
      expect(read, path).toBeLessThanOrEqual(most.read)
    }
  }, 60_000)
})

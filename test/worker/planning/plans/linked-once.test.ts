import { beforeEach, describe, expect, it } from 'vitest'
import {
  admin,
  company,
  figures,
  imported,
  items,
  link,
  makePlanScene,
} from '../../../support/worker/plans/plan-scene.ts'
import { addTransactions } from '../../../support/worker/transactions.ts'

/** What a vendor has cost counts in one row of a plan, so that the rows add up to what was spent. */

beforeEach(makePlanScene)

const rowsOf = async (planId: string): Promise<Record<string, string>> =>
  Object.fromEntries((await items(planId, 'VENDORS')).map(({ id, name }: { id: string; name: string }) => [name, id]))
const save = (planId: string, changes: object[]) => admin.post(`/api/plans/${planId}/items/VENDORS`, { changes })

describe('a vendor that a row of the plan has', () => {
  it('a second row can’t be linked to it, in one save or in two, and the message names the first', async () => {
    const vendor = await company.add('vendors', 'Acme Corp')
    const planId = await imported()
    const { Acme, Globex } = await rowsOf(planId)
    const both = await save(planId, [
      { id: Acme, targetIds: [vendor] },
      { id: Globex, targetIds: [vendor] },
    ])
    const message = 'Acme Corp is linked to the row “Acme” already. What it cost counts in one row'
    expect([both.status, both.body.fields]).toEqual([400, { 'changes.1.targetIds': message }])
    await link(planId, 'VENDORS', 'Acme', vendor)
    const second = await save(planId, [{ id: Globex, targetIds: [vendor] }])
    expect([second.status, second.body.fields]).toEqual([400, { 'changes.0.targetIds': message }])
    await addTransactions(company.id, [{ vendorId: vendor, date: '2026-01-31', amountMinor: 900 }])
    const { rows, all } = await figures(planId, 'by=vendor')
    expect(rows.map((row) => row.actualTotal).reduce((sum, amount) => (sum ?? 0) + (amount ?? 0), 0)).toBe(900)
    expect(all.actualTotal).toBe(900)
  })

  it('it moves to another row in one save, and is free again once its row gives it up', async () => {
    const vendor = await company.add('vendors', 'Acme Corp')
    const planId = await imported()
    const { Acme, Globex } = await rowsOf(planId)
    await link(planId, 'VENDORS', 'Acme', vendor)
    const moved = await save(planId, [
      { id: Globex, targetIds: [vendor] },
      { id: Acme, targetIds: [] },
    ])
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    await link(planId, 'VENDORS', 'Globex')
    await link(planId, 'VENDORS', 'Acme', vendor)
  })

  it('another plan’s rows have it too, and copying their links leaves out what a row of the plan has', async () => {
    const vendor = await company.add('vendors', 'Acme Corp')
    const before = await imported()
    await link(before, 'VENDORS', 'Acme', vendor)
    const planId = await imported(undefined, { name: 'Next year' })
    await link(planId, 'VENDORS', 'Globex', vendor)
    const copied = await admin.post(`/api/plans/${planId}/items/VENDORS/copy`, { fromPlanId: before })
    expect(copied.body).toEqual({ id: planId, linked: 0 })
    expect((await items(planId, 'VENDORS')).find(({ name }: { name: string }) => name === 'Acme')).toMatchObject({
      linked: [],
    })
  })
})

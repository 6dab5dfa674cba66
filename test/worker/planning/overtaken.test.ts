import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../support/clock.ts'
import { rowsOfCompany, type Statement, writtenBetween } from '../../support/worker/between.ts'
import * as mapping from '../../support/worker/mapping-scene.ts'
import * as plans from '../../support/worker/plans/plan-scene.ts'
import { rows } from '../../support/worker/sessions.ts'
import { addTransactions } from '../../support/worker/transactions.ts'
import type { Answer } from '../../support/worker/world.ts'

/** Someone else writes after a command of planning has read and before it writes. Then it answers 409 and writes nothing. */

// The books of the mappings end in 2026.
setClock('2026-11-18T15:00:00Z')

interface Item {
  id: string
  version: number
}

interface Case {
  companyId: string
  call: () => Promise<Answer>
  others: Statement[]
}

const setting = (table: string, values: string, id: string): Statement => [
  `UPDATE ${table} SET ${values} WHERE id = ?`,
  id,
]

const CASES: Record<string, () => Promise<Case>> = {
  'linking items of a plan, when one of them was changed': async () => {
    const planId = await plans.imported()
    const [item] = (await plans.admin.get(`/api/plans/${planId}/items/VENDORS?first=1`)).body.edges.map(
      ({ node }: { node: Item }) => node,
    )
    const vendorId = await plans.company.add('vendors', 'Acme')
    const body = { changes: [{ id: item.id, version: item.version, targetIds: [vendorId] }] }
    return {
      companyId: plans.company.id,
      call: () => plans.admin.post(`/api/plans/${planId}/items/VENDORS`, body),
      others: [setting('plan_items', 'version = version + 1', item.id)],
    }
  },
  'deleting a plan, when someone deleted it': async () => {
    const planId = await plans.imported()
    return {
      companyId: plans.company.id,
      call: () => plans.admin.call('DELETE', `/api/plans/${planId}`),
      others: [['DELETE FROM plans WHERE id = ?', planId]],
    }
  },
  'changing lines, when one of them was changed': async () => {
    const vendorId = await plans.company.add('vendors', 'Acme')
    const [id = ''] = await addTransactions(plans.company.id, [{}])
    return {
      companyId: plans.company.id,
      call: () => plans.admin.post('/api/update-transaction', { transactionId: id, vendorId, version: 1 }),
      others: [setting('transactions', 'version = version + 1', id)],
    }
  },
  'undoing a change of lines, when someone undid it': async () => {
    const vendorId = await plans.company.add('vendors', 'Acme')
    const [id = ''] = await addTransactions(plans.company.id, [{}])
    const changed = await plans.admin.post('/api/update-transaction', { transactionId: id, vendorId })
    const { recodeId } = changed.body
    return {
      companyId: plans.company.id,
      call: () => plans.admin.post(`/api/transaction-recodes/${recodeId}/undo`),
      others: [setting('transaction_recodes', "state = 'UNDONE'", recodeId)],
    }
  },
  'mapping a vendor, when its row was changed': async () => {
    const { id, version } = await mapping.rowOf('VENDOR', 'Acme')
    return {
      companyId: mapping.company.id,
      call: () => mapping.save('VENDOR', [{ id, version, isDismissed: true }]),
      others: [setting('erp_objects', 'mapping_version = mapping_version + 1', id)],
    }
  },
  'undoing a mapping, when someone undid it': async () => {
    const { id } = await mapping.rowOf('VENDOR', 'Acme')
    const { saveId } = await mapping.saved('VENDOR', [{ id, isDismissed: true }])
    return {
      companyId: mapping.company.id,
      call: () => mapping.admin.post(`/api/erp-mapping-saves/${saveId}/undo`, {}),
      others: [setting('erp_mapping_saves', 'undone_at = 1', saveId)],
    }
  },
  'undoing a mapping, when its row was changed': async () => {
    const { id } = await mapping.rowOf('VENDOR', 'Acme')
    const { saveId } = await mapping.saved('VENDOR', [{ id, isDismissed: true }])
    return {
      companyId: mapping.company.id,
      call: () => mapping.admin.post(`/api/erp-mapping-saves/${saveId}/undo`, {}),
      others: [setting('erp_objects', 'mapping_version = mapping_version + 1', id)],
    }
  },
}

beforeEach(async () => {
  await mapping.makeMappingScene()
  await plans.makePlanScene()
})

describe('a command whose facts change before it writes', () => {
  it.each(Object.keys(CASES))('%s, is refused and nothing is written', async (name) => {
    const { companyId, call, others } = await (CASES[name] as () => Promise<Case>)()
    const { answer, seen } = await writtenBetween(companyId, call, others)
    expect(answer.status, JSON.stringify(answer.body)).toBe(409)
    expect(await rowsOfCompany(companyId)).toEqual(seen)
  })

  it.each(Object.keys(CASES))('what would be refused goes through if nothing changes: %s', async (name) => {
    const { companyId, call } = await (CASES[name] as () => Promise<Case>)()
    const { answer } = await writtenBetween(companyId, call, [])
    expect([200, 204], JSON.stringify(answer.body)).toContain(answer.status)
  })
})

it('entries that are added to a plan while someone adds others are both in it, each with its revision', async () => {
  const planId = await plans.imported()
  const [before] = await rows<{ revision: number; lines: number }>(
    'SELECT revision, lines FROM plans WHERE id = ?',
    planId,
  )
  const query = `mutation ($planId: ID!) { addPlanExpenseEntries(planId: $planId, entries: [
    { yearMonth: "2026-06", amount: 100, vendor: "Initech" }]) { id } }`
  const { answer } = await writtenBetween(plans.company.id, () => plans.admin.graphql(query, { planId }), [
    setting('plans', 'revision = revision + 1', planId),
  ])
  expect(answer.body.errors).toBeUndefined()
  expect(await rows('SELECT revision, lines FROM plans WHERE id = ?', planId)).toEqual([
    { revision: (before?.revision ?? 0) + 2, lines: (before?.lines ?? 0) + 1 },
  ])
})

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readGraph } from '../../../worker/local/tools/tests/changed/graph.ts'
import { planFor } from '../../../worker/local/tools/tests/changed/plan.ts'

/** A project of two areas, as short as one can be. */
const FILES: Record<string, string> = {
  'worker/features/money/bills/save.ts': "export const createBill = command({\n  id: 'bills.create',\n})",
  'worker/features/money/bills/kind.ts': "register({ kind: 'bill' })",
  'worker/features/money/bills/totals.ts': 'export const totalOf = () => 0',
  'worker/features/money/bills/rest.ts': "import { createBill } from './save.ts'\nimport './kind.ts'",
  'worker/features/money/bills/index.ts':
    "export { createBill } from './save.ts'\nexport { totalOf } from './totals.ts'",
  'worker/features/spend/orders/order.ts':
    "import { totalOf } from '../../money/bills/index.ts'\nexport const getOrder = query({\n  id: 'orders.get',\n})",
  'worker/features/spend/orders/close.ts': "export const closeOrder = command({\n  id: 'orders.close',\n})",
  'schema/spend/orders/endpoints.ts':
    "export const cutOrder = endpoint({\n  id: 'orders.cut',\n})\nexport const other = endpoint({\n  id: 'orders.other',\n})",
  'worker/features/spend/orders/cut.ts':
    "import * as endpoints from '../../../../schema/spend/orders/endpoints.ts'\nexport const cut = command({\n  id: endpoints.cutOrder.id,\n})",
  'worker/core/record.ts': 'export const record = 1',
  'worker/features/spend/orders/rest.ts':
    "import { getOrder } from './order.ts'\nimport { closeOrder } from './close.ts'",
  'web/features/money/bills/lines.tsx': 'export const Lines = () => null',
  'web/features/money/bills/page.tsx': "import { Lines } from './lines.tsx'\nexport const Page = Lines",
  'web/routes/_staff/payments/bills/$billId.tsx': "import { Page } from '../../../../features/money/bills/page.tsx'",
  'test/unit/money/totals.test.ts': "import { totalOf } from '../../../worker/features/money/bills/totals.ts'",
  'test/web/money/lines.test.tsx': "import { Lines } from '../../../web/features/money/bills/lines.tsx'",
  'test/worker/money/bills/bills.test.ts': "it('adds up', () => undefined)",
  'test/worker/money/payments/paying.test.ts': "it('pays', () => undefined)",
  'test/worker/spend/orders/orders.test.ts': "it('orders', () => undefined)",
  'test/worker/authorisation/money.test.ts': "it('refuses', () => undefined)",
  'test/e2e/money/entering.test.ts': "await page.goto('/payments/bills/new')",
  'test/e2e/spend/orders.test.ts': "await page.goto('/spend/orders')",
}

const graph = (() => {
  const root = mkdtempSync(join(tmpdir(), 'outlay-graph-'))
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return readGraph(root, Object.keys(FILES))
})()

const PERFORMED = {
  'test/worker/money/bills/bills.test.ts': ['bills.create'],
  'test/worker/money/payments/paying.test.ts': ['bills.create', 'payments.start'],
  'test/worker/spend/orders/orders.test.ts': ['orders.close', 'orders.get'],
}

const told = (operations: Record<string, string[]>, seconds: Record<string, number> = {}) => ({ operations, seconds })

describe('what runs for a change', () => {
  it('when a command that is called as its endpoint changes: the files that performed it', () => {
    const performed = { 'test/worker/spend/orders/orders.test.ts': ['orders.cut'] }
    const plan = planFor(graph, ['worker/features/spend/orders/cut.ts'], told(performed))
    expect(plan.operations).toEqual(['orders.cut'])
    expect(plan.worker).toContain('test/worker/spend/orders/orders.test.ts')
  })

  it('when a command changes: the files that performed it, wherever they are, and the suites, asked about it alone', () => {
    const plan = planFor(graph, ['worker/features/money/bills/save.ts'], told(PERFORMED))
    expect(plan.worker).toEqual(['test/worker/money/bills/bills.test.ts', 'test/worker/money/payments/paying.test.ts'])
    expect(plan.suites).toEqual(['test/worker/authorisation/money.test.ts'])
    expect(plan.operations).toEqual(['bills.create'])
    expect(plan.e2e).toEqual(['test/e2e/money/entering.test.ts'])
    expect(plan.everything).toBeNull()
  })

  it('when something that an area passes on changes: those who take that name, and no one else who uses the area', () => {
    const plan = planFor(graph, ['worker/features/money/bills/totals.ts'], told(PERFORMED))
    expect(plan.unit).toEqual(['test/unit/money/totals.test.ts'])
    expect(plan.operations).toEqual(['orders.get'])
    expect(plan.worker).toEqual(['test/worker/spend/orders/orders.test.ts'])
  })

  it('when a file that only tells a list of itself changes: everything in its area', () => {
    const plan = planFor(graph, ['worker/features/money/bills/kind.ts'], told(PERFORMED))
    expect(plan.operations).toEqual(['bills.create'])
  })

  it('when a component changes: its own tests and those that open its screen, and nothing of the Worker', () => {
    const plan = planFor(graph, ['web/features/money/bills/lines.tsx'], told(PERFORMED))
    expect(plan).toMatchObject({
      types: ['web'],
      unit: [],
      web: ['test/web/money/lines.test.tsx'],
      worker: [],
      suites: [],
      e2e: ['test/e2e/money/entering.test.ts'],
    })
  })

  it('when a test changes: the test', () => {
    const plan = planFor(graph, ['test/worker/spend/orders/orders.test.ts'], told(PERFORMED))
    expect(plan).toMatchObject({ worker: ['test/worker/spend/orders/orders.test.ts'], suites: [], e2e: [] })
  })

  it('where a file never said what it performs: it too, if it stands where the changed area’s tests do', () => {
    const plan = planFor(graph, ['worker/features/money/bills/save.ts'], told({}))
    expect(plan).toMatchObject({ worker: ['test/worker/money/bills/bills.test.ts'], unknown: 3 })
  })

  it('when the core changes: everything', () => {
    expect(planFor(graph, ['worker/core/record.ts'], told(PERFORMED)).everything).toBe(
      'worker/core/record.ts is beneath everything',
    )
  })

  it('when more would run than can be waited for: what says most, and the rest is told and runs if asked', () => {
    const slow = told(PERFORMED, {
      'test/worker/money/bills/bills.test.ts': 90,
      'test/worker/money/payments/paying.test.ts': 60,
    })
    const change = ['worker/features/money/bills/save.ts']
    expect(planFor(graph, change, slow)).toMatchObject({
      worker: ['test/worker/money/bills/bills.test.ts'],
      left: ['test/worker/money/payments/paying.test.ts'],
    })
    expect(planFor(graph, change, slow, true)).toMatchObject({
      worker: ['test/worker/money/bills/bills.test.ts', 'test/worker/money/payments/paying.test.ts'],
      left: [],
    })
  })

  it('when a test changes that takes longer than can be waited for: the test', () => {
    const file = 'test/worker/money/payments/paying.test.ts'
    expect(planFor(graph, [file], told(PERFORMED, { [file]: 600 })).worker).toEqual([file])
  })
})

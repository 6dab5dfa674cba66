import type { Currency } from '../../../schema/shared/money.ts'
import { newId } from '../../../worker/core/clock.ts'
import { addErp, addRuleSet, type BillScene, bookedOf, decide, enter, follow, makeBillScene } from './bills.ts'
import { run } from './sessions.ts'
import { always } from './spend.ts'

/** A company that keeps its books in dollars and buys in other currencies, at rates that it sets itself. */

const MINUTE_MS = 60_000

export interface ForeignScene extends BillScene {
  /** Dollars for one unit, from today on. */
  setRate: (base: Currency, rate: string) => Promise<void>
  /** A vendor of the accounting system. */
  addVendor: (name: string) => Promise<string>
  /** An approved bill with one line for each amount, in minor units of its currency. */
  approve: (bill: { currency: Currency; amounts: number[]; erpVendorId?: string; more?: object }) => Promise<string>
}

export const makeForeignScene = async (): Promise<ForeignScene> => {
  const scene = await makeBillScene({
    flags: [
      'paymentsEnabled',
      'paymentsOnboarded',
      'enablePaymentAccounting',
      'enableCurrencies',
      'enforceIntakeApprovalOrder',
    ],
  })
  const { company, people } = scene
  await addRuleSet(company, { levels: [always('Approver', people.approver.userId)] })
  return {
    ...scene,
    setRate: async (base, rate) => {
      const day = new Date().toISOString().slice(0, 10)
      await run('DELETE FROM currency_rates WHERE company_id = ? AND base = ?', company.id, base)
      await run(
        `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_at, updated_at)
         VALUES (?, ?, ?, 'USD', ?, ?, 'MANUAL', ?, ?)`,
        ...[newId(), company.id, base, day, rate, Date.now() - MINUTE_MS, Date.now() - MINUTE_MS],
      )
    },
    addVendor: (name) => addErp(company.id, 'VENDOR', name, { connection_id: scene.connectionId }),
    approve: async ({ currency, amounts, erpVendorId = scene.erpVendorId, more = {} }) => {
      const totalAmount = amounts.reduce((sum, amount) => sum + amount, 0)
      const lines = amounts.map((amount, at) => ({ amount, memo: `Line ${at + 1}`, ...bookedOf(scene) }))
      const id = await enter(scene, { currency, erpVendorId, totalAmount, lines, ...more })
      await decide(scene.approver, id)
      await follow(scene)
      return id
    },
  }
}

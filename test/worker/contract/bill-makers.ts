import { newId } from '../../../worker/core/clock.ts'
import { addInvoice, addRuleSet, follow } from '../../support/worker/bills.ts'
import { run } from '../../support/worker/sessions.ts'
import { always } from '../../support/worker/spend.ts'
import { signIn } from '../../support/worker/world.ts'
import { type Ground, ok, type Things } from './ground.ts'

/** Bills and invoices, each new. */

type Maker = (ground: Ground, things: Things) => unknown

const withRules = new WeakMap<Ground, Promise<unknown>>()
/** Every bill is approved by the approver. */
const requireRules = (ground: Ground): Promise<unknown> => {
  const known =
    withRules.get(ground) ?? addRuleSet(ground.company, { levels: [always('Owner', ground.people.approver.userId)] })
  withRules.set(ground, known)
  return known
}

export const billMakers: Record<string, Maker> = {
  billRules: (ground) => requireRules(ground),
  billApproval: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/payments/bills/${await things.get('bill')}/approvals`))).levels[0].blocks[0].id,
  billRuleSet: async ({ clients }) => {
    const text = 'mutation ($name: String!) { createBillRuleSet(name: $name) { id } }'
    return (await ok(clients.admin.graphql(text, { name: `Rules ${newId()}` }))).data.createBillRuleSet.id
  },
  invoice: ({ clients }) => addInvoice(clients.admin),
  invoiceDocument: async ({ clients }) =>
    (await ok(clients.admin.get(`/api/payments/invoices/${await addInvoice(clients.admin)}`))).document.id,
  approvedBill: async ({ company }, things) => {
    await things.get('connection')
    const id = await things.get('bill')
    await run("UPDATE bills SET status = 'APPROVED' WHERE id = ? AND company_id = ?", id, company.id)
    return id
  },
  bookedBill: async ({ clients, company }, things) => {
    const id = await things.get('bill')
    const levelGroupStatusId = await things.get('billApproval')
    await ok(clients.approver.post(`/api/payments/bills/${id}/status`, { status: 'APPROVED', levelGroupStatusId }))
    await follow({ company })
    return id
  },
  bill: async (ground, things) => {
    await requireRules(ground)
    const body = {
      ...{ invoiceId: await addInvoice(ground.clients.admin), erpVendorId: await things.get('erpVendor') },
      ...{ erpEntityId: await things.get('erpEntity'), invoiceNumber: newId(), invoiceDate: '2026-11-01' },
      ...{ totalAmount: 120_000, description: 'Hosting' },
      lines: [{ amount: 120_000, erpAccountId: await things.get('erpExpenseAccount') }],
    }
    // Not the admin's own, so that the admin can bypass its steps.
    const payer = await ground.company.addPerson({ flags: ['hasPaymentsAccess'] })
    return (await ok((await signIn(ground.company, payer)).post('/api/payments/bills', body))).id
  },
}

import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../worker/core/operation.ts'
import { overtakenBy } from '../../support/worker/commands/overtaken.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'

/** Someone else changes what a command is about after it was read, just before it is written. */

const listed = (ids: string): string[] => ids.trim().split(/\s+/)

/** They notice, and write nothing. */
const CONFLICT = listed(`
  approver-matrix.delete approver-matrix.rename approver-matrix.save-logic bills.delete-rule-set bills.rename-rule-set
  checks.decide configuration.undo-import documents.archive documents.update external-requests.roll-back
  external-requests.start intake.delete-category intake.save-category-settings intake.save-workflow-levels
  intake.update-category member-imports.check member-imports.delete member-imports.start member-imports.undo
  members.set-enabled organisation.delete-business-unit organisation.delete-department
  organisation.delete-department-by-name organisation.delete-entity organisation.delete-group
  organisation.delete-group-by-name organisation.delete-location organisation.delete-revenue-category
  organisation.delete-spend-category organisation.merge-business-unit organisation.merge-department
  organisation.merge-entity organisation.merge-group organisation.merge-location organisation.merge-revenue-category
  organisation.merge-spend-category organisation.rename-department organisation.rename-group
  organisation.rename-group-by-name organisation.update-business-unit organisation.update-location
  organisation.update-revenue-category organisation.update-spend-category
  payments.add-payment-information-to-bill-payment payments.attach-to-erp-entity payments.cancel-bill-payment
  payments.confirm-payment-information payments.decide-run payments.delete-payment-information
  payments.delete-payment-method payments.schedule-bill-payment payments.set-default-payment-method
  payments.start-bill-payment-process payments.unschedule-bill-payment payments.update-bill-payment-method
  payments.update-bill-payment-paid-outside services.add-service-item services.delete services.update
  provisioning.revoke-key
  settings.delete-api-key settings.delete-currency-rate settings.delete-reminder settings.set-api-key-enabled
  settings.update-currency-rate settings.update-reminder sourcing-events.answer-question sourcing-events.award
  sourcing-events.cancel sourcing-events.delete sourcing-events.postpone sourcing-events.publish
  sourcing-events.update spend-requests.set-vendor-signer spend-rules.delete spend-rules.rename spend-rules.save
  super-admin.delete-logo super-admin.set-alarms super-admin.set-logo threads.update-comment vendor-imports.check vendor-imports.delete
  vendor-imports.roll-back vendor-imports.start vendor-portal.accept-by-link vendor-portal.accept-invitation
  vendor-portal.delete-address vendor-portal.delete-contact vendor-portal.delete-payment-information
  vendor-portal.reject-by-link vendor-portal.reject-invitation vendor-portal.update-comment vendors.cancel-invitation
  vendors.delete vendors.delete-category vendors.merge vendors.resend-invitation vendors.set-logo vendors.undo-merge
  vendors.update vendors.update-category`)

/** They notice, and read and write once more, because the other change is none of theirs. */
const AGAIN = listed(`
  bills.save-rule-set bills.save-rule-set-levels bills.update-rule-set company.update-settings
  integrations.connect-quickbooks mutation.modifyBillEntry plans.update spend-rules.save-custom-fields
  spend-rules.save-levels spend-rules.update sso-integrations.save-methods super-admin.enable-company-features super-admin.update-company
  vendor-portal.update-address vendor-portal.update-company vendor-portal.update-contact
  vendor-portal.update-payment-information`)

const expected = (id: string): string => {
  if (CONFLICT.includes(id)) return 'CONFLICT'
  return AGAIN.includes(id) ? 'AGAIN' : 'UNGUARDED'
}

/** Requests are changed by their object, one command after the other. */
const commands = operations().filter(({ kind, idempotency }) => kind === 'command' && idempotency !== 'object')

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('a change between what a command read and what it writes', () => {
  it('each line of the lists is a command', () => {
    const ids = commands.map(({ id }) => id)
    expect([...CONFLICT, ...AGAIN].filter((id) => !ids.includes(id))).toEqual([])
    expect(CONFLICT.filter((id) => AGAIN.includes(id))).toEqual([])
  })

  it.each(commands)('$id notices it, unless it depends on no version', async (operation) => {
    expect(await overtakenBy(world, operation)).toBe(expected(operation.id))
  })
})

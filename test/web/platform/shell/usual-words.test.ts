import { expect, it } from 'vitest'
import { matchingCommands } from '../../../../web/features/platform/search/commands.ts'
import { commandsFor } from '../../../../web/features/platform/shell/commands.ts'

/** Ctrl K finds pages and commands by what people call them. */

const foundBy = (text: string, can: (permission: string) => boolean = () => true): string[] =>
  matchingCommands(commandsFor(can), text).map(({ label }) => label)

it.each([
  ['trial balance', 'Trial balance'],
  ['payables', 'Payables'],
  ['AP aging', 'Payables'],
  ['invite', 'Add member'],
  ['new user', 'Add member'],
  ['bills', 'Bills & Payments'],
  ['invoice', 'Bills & Payments'],
  ['enter bill', 'Enter bill'],
  ['payments', 'Payments'],
  ['failed payments', 'Payments'],
  ['po', 'Purchase orders'],
  ['suppliers', 'Vendors'],
  ['accounting vendors', 'Actuals'],
  ['budget', 'Plans'],
  ['expenses', 'Transactions'],
  ['general ledger', 'Transactions'],
  ['currency', 'Exchange rates'],
  ['bank account', 'Payments'],
  ['export', 'Configuration file'],
  ['who changed', 'Audit log'],
  ['renewals', 'Service renewal calendar'],
])('%s finds %s', (text, label) => {
  expect(foundBy(text)).toContain(label)
})

it('those without the right find none of them', () => {
  expect(foundBy('trial balance', () => false)).toEqual([])
  expect(foundBy('invite', (permission) => permission !== 'members.create')).not.toContain('Add member')
})

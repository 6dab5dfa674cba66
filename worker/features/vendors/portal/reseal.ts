import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { resealRows } from '../../../core/reseal.ts'
import { placeOfAccount } from './payment.ts'

/** After a change of the Worker's keys account numbers are encrypted with the new one. */
export const resealAccounts = (context: Pick<OutboxContext, 'env' | 'db' | 'log'>): Promise<void> =>
  resealRows(context, {
    ...{ table: 'vendor_company_payment_information', company: 'vendor_company_id', sealed: 'account_number_sealed' },
    ...{ keyId: 'account_number_key_id', event: 'bank-accounts.unreadable', placeOf: placeOfAccount },
  })

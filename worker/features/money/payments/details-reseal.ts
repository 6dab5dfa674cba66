import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { resealRows } from '../../../core/reseal.ts'
import { placeOfDetails } from './details.ts'

/** After a change of the Worker's keys bank details are encrypted with the new one. */
export const resealDetails = (context: Pick<OutboxContext, 'env' | 'db' | 'log'>): Promise<void> =>
  resealRows(context, {
    ...{ table: 'vendor_bank_details', company: 'company_id', sealed: 'account_number_sealed' },
    ...{ keyId: 'account_number_key_id', event: 'vendor-bank-details.unreadable', placeOf: placeOfDetails },
  })

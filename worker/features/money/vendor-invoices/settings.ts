import * as endpoints from '../../../../schema/money/vendor-invoices/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { command, inputOf, query } from '../../../core/operation.ts'

/** Whether vendors can send invoices in their portal. They can until someone turns it off. */

/** 1 or 0 for company `c`, as SQL. It takes invoices only if it pays bills. */
export const ACCEPTS = `(coalesce(c.flags ->> '$.paymentsEnabled', 0) = 1
  AND coalesce((SELECT s.accepts FROM vendor_invoice_settings s WHERE s.company_id = c.id), 1) = 1)`

export const readSettings = query({
  id: 'payments.get-vendor-invoice-settings',
  access: 'payments.configure',
  input: inputOf(endpoints.getVendorInvoiceSettings),
  run: async ({ db, actor }) => {
    const found = await db.first<{ accepts: number }>(
      db.sql('SELECT accepts FROM vendor_invoice_settings WHERE company_id = ?', actor.companyId),
    )
    return { accepts: found?.accepts !== 0 }
  },
})

export const setSettings = command({
  id: 'payments.set-vendor-invoice-settings',
  access: 'payments.configure',
  input: inputOf(endpoints.setVendorInvoiceSettings),
  run: (context, { accepts }) => {
    const { db, actor, clock, newId } = context
    return commit(context, {
      subject: 'The setting',
      statements: [
        db.sql(
          `INSERT INTO vendor_invoice_settings (company_id, accepts, updated_at) VALUES (?1, ?2, ?3)
           ON CONFLICT (company_id) DO UPDATE SET accepts = ?2, updated_at = ?3`,
          ...[actor.companyId, accepts ? 1 : 0, clock.now()],
        ),
      ],
      audit: [
        {
          changeKey: `vendor-invoice-settings:${newId()}`,
          action: 'payments.vendor-invoices-changed',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: accepts
            ? 'Let vendors send invoices in the vendor portal'
            : 'Stopped vendors from sending invoices in the vendor portal',
          changeData: { after: { accepts } },
        },
      ],
      result: { accepts },
    })
  },
})

import { vendorInvoiceFixtures } from '../../fixtures/vendor-invoices.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: vendorInvoiceFixtures,
  left: {
    'payments.reject-invoice': left('invoice.rejected', 'vendor-invoice.rejected'),
    'payments.set-vendor-invoice-settings': left('payments.vendor-invoices-changed'),
    'vendor-portal.send-invoice': left('invoice.sent-by-vendor vendor.invoice-sent'),
  },
  limits: {
    'payments.reject-invoice': 'reason 2000',
    'vendor-portal.list-invoices': 'after 100',
    'vendor-portal.send-invoice': 'invoiceNumber 100; value 1–100000000000000; message 2000',
  },
}

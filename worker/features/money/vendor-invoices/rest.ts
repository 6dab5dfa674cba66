import * as endpoints from '../../../../schema/money/vendor-invoices/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { readInvoiceCustomers, readInvoiceOrders } from './customers.ts'
import { sendInvoice } from './send.ts'
import { readSentInvoices } from './sent.ts'
import { readSettings, setSettings } from './settings.ts'

export const vendorInvoiceDoors: Door[] = [
  door(endpoints.listInvoiceCustomers, readInvoiceCustomers),
  door(endpoints.listInvoiceOrders, readInvoiceOrders),
  door(endpoints.sendVendorInvoice, sendInvoice),
  door(endpoints.listVendorInvoices, readSentInvoices),
  door(endpoints.getVendorInvoiceSettings, readSettings),
  door(endpoints.setVendorInvoiceSettings, setSettings),
]

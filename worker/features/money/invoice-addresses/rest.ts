import * as endpoints from '../../../../schema/money/bills/invoice-address-endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { listAddresses, renewAddress } from './addresses.ts'

export const invoiceAddressDoors: Door[] = [
  door(endpoints.listInvoiceAddresses, listAddresses),
  door(endpoints.renewInvoiceAddress, renewAddress),
]

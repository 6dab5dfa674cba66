import type { Option } from '../../../../schema/shared/values.ts'
import type { Contact } from '../../../../schema/vendors/vendors/endpoints.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import { type Address, to } from '../../../lib/address.ts'

const METHODS: Record<PaymentMethod, string> = {
  ACH: 'ACH',
  CASH: 'Cash',
  CHECK: 'Check',
  CREDIT_CARD: 'Credit card',
  DEBIT_CARD: 'Debit card',
  EFT: 'EFT',
  OTHER: 'Other',
  UNKNOWN: 'Unknown',
  WIRE: 'Wire',
}

export const paymentMethodText = (method: PaymentMethod | null): string => (method ? METHODS[method] : '')
export const PAYMENT_METHOD_OPTIONS: Option[] = PAYMENT_METHODS.map((value) => ({ value, label: METHODS[value] }))

export const socTwoText = (answer: boolean | null): string =>
  answer === null ? 'Not applicable' : answer ? 'Yes' : 'No'

export const vendorHref = (id: string): Address => to('/vendors/$vendorId', { vendorId: id })

export const contactName = ({ firstName, lastName, email }: Contact): string =>
  `${firstName} ${lastName}`.trim() || email

export const websiteHref = (website: string): string => (/^https?:\/\//i.test(website) ? website : `https://${website}`)

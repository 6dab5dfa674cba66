import type { Option } from '../../../../schema/shared/values.ts'
import { PAYMENT_METHOD_WORDS, PAYMENT_METHODS } from '../../../../schema/vendors/vendors/values.ts'
import { type Address, to } from '../../../lib/address.ts'

export const PAYMENT_METHOD_OPTIONS: Option[] = PAYMENT_METHODS.map((value) => ({
  value,
  label: PAYMENT_METHOD_WORDS[value],
}))

export const vendorHref = (id: string): Address => to('/vendors/$vendorId', { vendorId: id })

export const websiteHref = (website: string): string => (/^https?:\/\//i.test(website) ? website : `https://${website}`)

import { z } from 'zod'
import { formatAmount, money } from '../../shared/money.ts'
import { fieldsOf } from '../../shared/record.ts'
import {
  fullName,
  limitedText,
  named,
  namesInCell,
  namesText,
  type Person,
  person,
  requiredText,
} from '../../shared/values.ts'
import { amountsColumns } from '../vendors/file-amounts.ts'
import type { services } from './tables.ts'
import {
  PAYMENT_FREQUENCIES,
  PAYMENT_FREQUENCY_WORDS,
  PAYMENT_TERM_WORDS,
  PAYMENT_TERMS,
  type PaymentFrequency,
  type PaymentTerm,
} from './values.ts'

/** Every field of a service. See schema/shared/record.ts. Its periods have theirs. */

const { stored, shown } = fieldsOf<typeof services.$inferSelect>()

const text = z.string()
const nameOf = ({ name }: { name: string }): string => name
const width = '10rem'
const several = { csv: { text: namesInCell }, text: namesText, listed: { width } } as const

export const serviceFields = {
  name: stored('name', text, requiredText(200), { label: 'Name', empty: '', csv: { label: 'Service' } }),
  vendor: shown(named, { label: 'Vendor', csv: true, text: nameOf }),
  description: stored('description', text, limitedText(5000), { label: 'Description', empty: '', csv: true }),
  archived: shown(z.boolean(), {
    ...{ label: 'Status', csv: true, text: (archived: boolean) => (archived ? 'Archived' : 'Active') },
  }),
  spendCategory: shown(named.nullable(), {
    ...{ label: 'Spend category', csv: true, text: nameOf, listed: { id: 'category', width } },
  }),
  departments: shown(z.array(named), { label: 'Departments', ...several }),
  businessUnit: shown(named.nullable(), {
    ...{ label: 'Business unit', csv: true, text: nameOf, listed: { width } },
  }),
  locations: shown(z.array(named), { label: 'Locations', ...several }),
  owners: shown(z.array(person), {
    ...{ label: 'Owners', text: (owners: Person[]) => owners.map(fullName).join(', '), listed: { width } },
    csv: { text: (owners: Person[]) => owners.map(fullName).join('; ') },
  }),
  paymentFrequency: stored(
    'paymentFrequency',
    z.enum(PAYMENT_FREQUENCIES).nullable(),
    z.enum(PAYMENT_FREQUENCIES).nullable(),
    {
      ...{ label: 'Payment frequency', empty: null, csv: true, isFact: true },
      text: (frequency: PaymentFrequency) => PAYMENT_FREQUENCY_WORDS[frequency],
      listed: { id: 'frequency', width },
    },
  ),
  paymentTerm: stored('paymentTerm', z.enum(PAYMENT_TERMS).nullable(), z.enum(PAYMENT_TERMS).nullable(), {
    ...{ label: 'Payment terms', word: 'payment term', empty: null, csv: true, isFact: true },
    text: (term: PaymentTerm) => PAYMENT_TERM_WORDS[term],
    listed: { id: 'terms', width },
  }),
  autorenews: stored('autorenews', z.boolean(), z.boolean(), {
    ...{ label: 'Automatic renewal', empty: false, csv: { label: 'Renews' } },
    text: (autorenews: boolean) => (autorenews ? 'Automatic' : 'Manual'),
  }),
  autoRenewalDetail: stored('autoRenewalDetail', text, limitedText(2000), {
    ...{ label: 'Renewal detail', empty: '', csv: { label: 'Auto-renewal detail' } },
  }),
  /** The cost of the twelve months from the current one, by currency. Null where the company doesn’t show it. */
  next12ServiceSpend: shown(z.array(money).nullable(), {
    ...{ label: 'Next 12 months', flag: 'enableN12mServiceSpend', csv: amountsColumns('Next 12 months') },
    text: (amounts: z.output<typeof money>[]) => amounts.map((m) => `${formatAmount(m)} ${m.currency}`).join('; '),
  }),
}

import { z } from 'zod'
import { addressLines } from '../../requests/forms/answer-words.ts'
import { address, answersInput } from '../../requests/forms/form.ts'
import { timeColumn, timeInFile } from '../../shared/csv-cell.ts'
import { formatAmount, money } from '../../shared/money.ts'
import { fieldsOf } from '../../shared/record.ts'
import {
  fullName,
  id,
  instant,
  limitedText,
  named,
  namesInCell,
  namesText,
  type Person,
  person,
  webAddress,
} from '../../shared/values.ts'
import { amountColumns, amountsColumns } from './file-amounts.ts'
import type { vendors } from './tables.ts'
import {
  type Contact,
  contact,
  contactName,
  contactText,
  enteredTaxId,
  isEmptyContact,
  PAYMENT_METHOD_WORDS,
  PAYMENT_METHODS,
  type PaymentMethod,
  storedContact,
  taxpayerId,
} from './values.ts'

/** Every field of a vendor. See schema/shared/record.ts. */

const { stored, shown } = fieldsOf<typeof vendors.$inferSelect>()

const text = z.string()
const kept = (value: Contact | null): Contact | null => (value && !isEmptyContact(value) ? value : null)
const history = (value: Contact): string => contactText(value, 'email', 'phone', 'memo')
const inFile = (value: Contact): string => contactText(value, 'email')
const merged = (value: Contact): string => contactText(value, 'email', 'phone')

export const vendorFields = {
  name: stored(
    'name',
    text,
    z
      .string({ error: 'Vendor name is required' })
      .trim()
      .min(1, 'Vendor name is required')
      .max(200, 'At most 200 characters'),
    {
      ...{ label: 'Name', empty: '', csv: true, merged: true, isTold: true },
      imported: {
        example: 'Northwind Analytics',
        isRequired: true,
        headers: ['vendor', 'vendorname', 'supplier', 'suppliername', 'company', 'companyname', 'payee'],
      },
    },
  ),
  description: stored('description', text, limitedText(5000), {
    ...{ label: 'Description', empty: '', csv: true, merged: true, listed: { width: '16rem' } },
    imported: {
      example: 'Dashboards for the finance team',
      headers: ['details', 'notes', 'memo', 'about'],
    },
  }),
  website: stored('website', text, webAddress, {
    ...{ label: 'Website', empty: '', csv: true, merged: true, isTold: true, listed: { width: '12rem' } },
    imported: {
      example: 'https://northwind.example',
      headers: ['url', 'homepage', 'web', 'site', 'domain'],
    },
  }),
  archived: shown(z.boolean(), {
    ...{ label: 'Status', csv: true, text: (archived: boolean) => (archived ? 'Archived' : 'Active') },
  }),
  owners: shown(z.array(person), {
    /** Ids of members. */
    input: z.array(id, { error: 'Owner is required' }).min(1, 'Owner is required').max(50, 'At most 50'),
    ...{ label: 'Owners', csv: true, text: (owners: Person[]) => owners.map(fullName).join('; ') },
  }),
  signer: shown(person.nullable(), {
    ...{ input: id.nullable(), label: 'Signer', csv: true, text: fullName, merged: true, listed: { width: '10rem' } },
  }),
  externalPointOfContact: stored('externalContact', storedContact.nullable(), contact.nullable(), {
    label: 'External point of contact',
    word: 'point of contact',
    ...{ empty: null, kept, text: contactName, history, merged, csv: { label: 'External contact', text: inFile } },
    listed: { id: 'contact', header: 'External contact', width: '10rem' },
  }),
  externalSigner: stored('externalSigner', storedContact.nullable(), contact.nullable(), {
    ...{ label: 'External signer', empty: null, kept, text: contactName, history, merged, csv: { text: inFile } },
    listed: { width: '10rem' },
  }),
  contacts: stored('contacts', z.array(storedContact), z.array(contact).max(50, 'At most 50 contacts'), {
    label: 'Contacts',
    ...{ empty: [], isDetail: true, history: (contacts: Contact[]) => contacts.map(history) },
    kept: (contacts: Contact[]) => contacts.filter((each) => !isEmptyContact(each)),
  }),
  address: stored('address', address.nullable(), address.nullable(), {
    ...{ label: 'Address', empty: null, isDetail: true, merged: true, isTold: true },
    kept: (value: z.output<typeof address> | null) => (value && addressLines(value).length > 0 ? value : null),
    text: (value: z.output<typeof address>) => addressLines(value).join(', '),
    history: (value: z.output<typeof address>) => addressLines(value).join(', '),
  }),
  paymentMethod: stored(
    'paymentMethod',
    /** Null if unknown, for example for a vendor from a request. */
    z.enum(PAYMENT_METHODS).nullable(),
    z.enum(PAYMENT_METHODS, { error: 'Payment method is required' }),
    {
      ...{ label: 'Payment method', empty: null, csv: true, merged: true, isTold: true, isFact: true },
      listed: { width: '9rem' },
      imported: {
        example: 'ACH',
        help: 'ACH, cash, check, credit card, debit card, EFT, wire or other. Without it the vendor is listed as needing action.',
        headers: ['payment', 'paymenttype', 'paymethod', 'methodofpayment', 'paidby'],
      },
      text: (method: PaymentMethod) => PAYMENT_METHOD_WORDS[method],
    },
  ),
  taxPayerIdentificationNumbers: shown(z.array(taxpayerId), {
    input: z.array(enteredTaxId).max(20, 'At most 20'),
    ...{ label: 'Tax IDs', word: 'tax IDs', isDetail: true, isTold: true },
  }),
  isSocTwoCompliant: stored('isSocTwoCompliant', z.boolean().nullable(), z.boolean().nullable(), {
    ...{ label: 'SOC 2 compliant', word: 'SOC 2 answer', empty: null, csv: true, merged: true, isFact: true },
    ...{ text: (answer: boolean) => (answer ? 'Yes' : 'No'), unknown: 'Not applicable' },
    history: (answer: boolean) => (answer ? 'Yes' : 'No'),
    listed: { id: 'socTwo', header: 'SOC 2', width: '7.5rem' },
    imported: {
      example: 'Yes',
      help: 'Yes, no or not applicable.',
      headers: ['soc2', 'soc2compliant', 'soctwo', 'soctwocompliant', 'issoc2compliant'],
    },
  }),
  vendorCategories: shown(z.array(named), {
    input: z
      .array(
        z.object({
          vendorCategoryId: id,
          vendorCategoryName: z.string().max(200).optional(),
          fields: answersInput.default([]),
        }),
      )
      .max(20, 'At most 20'),
    ...{ label: 'Categories', flag: 'enableVendorCategories', csv: { label: 'Vendor categories', text: namesInCell } },
  }),
  /** From the vendor's active services, like the next one. */
  connectedCategories: shown(z.array(named), {
    ...{ label: 'Spend categories', csv: { text: namesInCell }, text: namesText, listed: { width: '10rem' } },
  }),
  connectedDepartments: shown(z.array(named), {
    ...{ label: 'Departments', csv: { text: namesInCell }, text: namesText, listed: { width: '10rem' } },
  }),
  servicesCount: shown(z.number().int(), { label: 'Services', csv: true }),
  documentsCount: shown(z.number().int(), { label: 'Documents', csv: true }),
  /** The cost of its active services in the twelve months from the current one, by currency. Null where the company doesn’t show it. */
  next12ServiceSpend: shown(z.array(money).nullable(), {
    ...{ label: 'Next 12 months', flag: 'enableN12mServiceSpend', csv: amountsColumns('Next 12 months') },
    text: (amounts: z.output<typeof money>[]) => amounts.map((m) => `${formatAmount(m)} ${m.currency}`).join('; '),
  }),
  /** From the accounting system, without payroll. Null if none is connected. */
  last12Spend: shown(money.nullable(), {
    ...{ label: 'Last 12 months', flag: 'isErpLinked', csv: amountColumns('Last 12 months') },
    text: (amount: z.output<typeof money>) => `${formatAmount(amount)} ${amount.currency}`,
  }),
  /** Whether vendors of the accounting system are mapped to it. */
  hasErpVendors: shown(z.boolean(), {
    ...{ label: 'In the accounting system', flag: 'isErpLinked', csv: true },
    text: (has: boolean) => (has ? 'Yes' : 'No'),
  }),
  createdAt: shown(instant, {
    label: 'Added',
    text: (createdAt: string) => createdAt.slice(0, 10),
    csv: { label: timeColumn('Added'), text: timeInFile },
  }),
}

import type { Money } from '../../../schema/shared/money.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import type { Option, Person } from '../../../schema/shared/values.ts'
import type { BankAccount } from '../../../schema/vendors/portal/profile.ts'
import { ACCOUNT_HOLDER_TYPES, BANK_ACCOUNT_TYPES } from '../../../schema/vendors/portal/values.ts'
import { builder } from './builder.ts'

export const idPayload = builder.objectRef<{ id: string }>('IdPayload').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
})

export const accountHolderType = builder.enumType('AccountHolderType', { values: ACCOUNT_HOLDER_TYPES })
export const bankAccountType = builder.enumType('BankAccountType', { values: BANK_ACCOUNT_TYPES })

/** The operation checks it, so that its message is beside the argument. */
export const yearMonthType = builder.scalarType('YearMonth', {
  description: 'A month: yyyy-mm',
  serialize: String,
  parseValue: String,
})

export const personType = builder.objectRef<Person>('Person').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
  }),
})

export const moneyType = builder.objectRef<Money>('Money').implement({
  description: 'A whole number of the currency’s minor unit',
  fields: (t) => ({ value: t.float({ resolve: (m) => m.value }), currency: t.string({ resolve: (m) => m.currency }) }),
})

export const namedType = builder.objectRef<{ id: string; name: string }>('NamedReference').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

export const pageInfoType = builder.objectRef<Connection<unknown>['pageInfo']>('PageInfo').implement({
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage'),
    startCursor: t.exposeString('startCursor', { nullable: true }),
    endCursor: t.exposeString('endCursor', { nullable: true }),
  }),
})

export const optionType = builder.objectRef<Option>('Option').implement({
  fields: (t) => ({ label: t.exposeString('label'), value: t.exposeString('value') }),
})

export const paymentInformationType = builder.objectRef<BankAccount>('PaymentInformation').implement({
  description: 'A bank account. Its number is never shown again',
  fields: (t) => ({
    id: t.exposeID('id'),
    accountHolderName: t.exposeString('accountHolderName'),
    accountHolderType: t.exposeString('accountHolderType', { description: 'COMPANY or INDIVIDUAL' }),
    accountNumber: t.exposeString('accountNumber', { description: 'Masked' }),
    lastFourAccountNumber: t.exposeString('lastFourAccountNumber'),
    routingNumber: t.exposeString('routingNumber'),
    bankAccountType: t.exposeString('bankAccountType', { description: 'CHECKING or SAVINGS' }),
    address1: t.exposeString('address1'),
    address2: t.exposeString('address2'),
    city: t.exposeString('city'),
    state: t.exposeString('state'),
    postalCode: t.exposeString('postalCode'),
    country: t.exposeString('country'),
    remittanceEmail: t.exposeString('remittanceEmail'),
  }),
})

/** What a list's argument for a range of amounts means. */
export const AMOUNT_ARGUMENT =
  'A currency, the least and the most in minor units: USD,1000,50000. An end can be empty. Other currencies don’t match'

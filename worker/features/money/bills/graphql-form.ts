import type { BillFormValues, FormField } from '../../../../schema/money/bills/form-endpoints.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { namedType, optionType } from '../../../transport/graphql/shared-types.ts'
import { readFormValues } from './form-values.ts'

/** What the form of a bill offers, as a query (specification 3 §7.6). */

const fieldType = builder.objectRef<FormField>('BillFormField').implement({
  description: 'A custom field or segment of the accounting system',
  fields: (t) => ({
    scriptId: t.exposeString('scriptId'),
    name: t.exposeString('name'),
    options: t.field({ type: [optionType], resolve: (field) => field.options }),
  }),
})
const currencyType = builder.objectRef<BillFormValues['currencies'][number]>('BillFormCurrency').implement({
  fields: (t) => ({ id: t.exposeID('id'), symbol: t.exposeString('symbol') }),
})
const valuesType = builder.objectRef<BillFormValues>('BillFormValues').implement({
  fields: (t) => ({
    needsAccounts: t.exposeBoolean('needsAccounts'),
    needsEntity: t.exposeBoolean('needsEntity'),
    hasAccounts: t.exposeBoolean('hasAccounts'),
    hasDepartments: t.exposeBoolean('hasDepartments'),
    hasClasses: t.exposeBoolean('hasClasses'),
    entities: t.field({ type: [namedType], resolve: (values) => values.entities }),
    accountingPeriods: t.field({ type: [namedType], resolve: (values) => values.accountingPeriods }),
    currencies: t.field({ type: [currencyType], resolve: (values) => values.currencies }),
    taxCodes: t.field({ type: [namedType], resolve: (values) => values.taxCodes }),
    amortizationTemplates: t.field({ type: [namedType], resolve: (values) => values.amortizationTemplates }),
    customFields: t.field({ type: [fieldType], resolve: (values) => values.customFields }),
    lineCustomFields: t.field({ type: [fieldType], resolve: (values) => values.lineCustomFields }),
    customSegments: t.field({ type: [fieldType], resolve: (values) => values.customSegments }),
  }),
})

builder.queryField('billFormValues', (t) =>
  t.field({
    type: valuesType,
    args: { billId: t.arg.id({ description: 'For a bill that is changed' }) },
    resolve: resolveWith('query.billFormValues', readFormValues),
  }),
)

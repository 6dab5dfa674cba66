import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { PAYMENT_TERMS } from '../../../../schema/vendors/services/values.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { recordFields } from '../../../transport/graphql/record-fields.ts'
import { idPayload, moneyType, namedType, personType } from '../../../transport/graphql/shared-types.ts'
import * as bulk from './bulk.ts'
import { BULK_OUTCOMES, type BulkResult } from './bulk.ts'
import { deleteService } from './change.ts'
import { readService } from './list.ts'
import { createServiceThread } from './threads.ts'
import { paymentFrequencyType } from './types/graphql-types.ts'

const periodType = builder.objectRef<ServicePeriod>('ServicePeriod').implement({
  description: 'Amounts in whole minor units of the currency',
  fields: (t) => ({
    id: t.exposeID('id'),
    startDate: t.exposeString('startDate'),
    endDate: t.exposeString('endDate', { nullable: true, description: 'Null for a service that runs month to month' }),
    unitsPerMonth: t.exposeFloat('unitsPerMonth', { nullable: true }),
    costPerUnit: t.exposeFloat('costPerUnit', { nullable: true }),
    tax: t.exposeFloat('tax'),
    savings: t.exposeFloat('savings'),
    totalServicePeriodCost: t.exposeFloat('totalServicePeriodCost', {
      nullable: true,
      description: 'Null without an end',
    }),
    amortizedCost: t.exposeFloat('amortizedCost'),
    currency: t.exposeString('currency'),
    note: t.exposeString('note'),
    autoRenewDetail: t.exposeString('autoRenewDetail'),
    noticeDays: t.exposeInt('noticeDays', { nullable: true }),
    cancelBy: t.exposeString('cancelBy', { nullable: true, description: 'The last day to cancel, yyyy-mm-dd' }),
    renewalReminders: t.exposeStringList('renewalReminders', {
      description: 'Days on which people are reminded that it ends',
    }),
  }),
})

const serviceType = builder.objectRef<Service>('Service').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    ...recordFields(t, serviceFields),
    archived: t.exposeBoolean('archived'),
    vendor: t.field({ type: namedType, resolve: (service) => service.vendor }),
    spendCategory: t.field({ type: namedType, nullable: true, resolve: (service) => service.spendCategory }),
    businessUnit: t.field({ type: namedType, nullable: true, resolve: (service) => service.businessUnit }),
    departments: t.field({ type: [namedType], resolve: (service) => service.departments }),
    locations: t.field({ type: [namedType], resolve: (service) => service.locations }),
    owners: t.field({ type: [personType], resolve: (service) => service.owners }),
    servicePeriods: t.field({ type: [periodType], resolve: (service) => service.servicePeriods }),
    next12ServiceSpend: t.field({ type: [moneyType], resolve: (service) => service.next12ServiceSpend ?? [] }),
    canEdit: t.exposeBoolean('canEdit'),
    version: t.exposeInt('version'),
  }),
})

const paymentTermType = builder.enumType('PaymentTerm', { values: PAYMENT_TERMS })
const bulkOutcomeType = builder.enumType('BulkServiceOutcome', { values: BULK_OUTCOMES })
const bulkResultType = builder.objectRef<BulkResult>('BulkServiceResult').implement({
  description: 'The result for one of the services',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    outcome: t.field({ type: bulkOutcomeType, resolve: (result) => result.outcome }),
  }),
})

builder.mutationFields((t) => ({
  createServiceThread: t.field({
    type: idPayload,
    args: {
      serviceId: t.arg.id({ required: true }),
      commentBody: t.arg.string({ required: true }),
      documentIds: t.arg.idList(),
    },
    resolve: resolveWith('mutation.createServiceThread', createServiceThread),
  }),
  updateServiceBusinessUnits: t.field({
    type: [bulkResultType],
    args: { serviceIds: t.arg.idList({ required: true }), businessUnitId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.updateServiceBusinessUnits', bulk.setBusinessUnits),
  }),
  updateServiceDepartments: t.field({
    type: [bulkResultType],
    args: { serviceIds: t.arg.idList({ required: true }), departmentIds: t.arg.idList({ required: true }) },
    resolve: resolveWith('mutation.updateServiceDepartments', bulk.setDepartments),
  }),
  updateServiceOwners: t.field({
    type: [bulkResultType],
    args: { serviceIds: t.arg.idList({ required: true }), ownerId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.updateServiceOwners', bulk.setOwners),
  }),
  updateServicePaymentFrequency: t.field({
    type: [bulkResultType],
    args: {
      serviceIds: t.arg.idList({ required: true }),
      paymentFrequency: t.arg({ type: paymentFrequencyType, required: true }),
    },
    resolve: resolveWith('mutation.updateServicePaymentFrequency', bulk.setPaymentFrequency),
  }),
  updateServicePaymentTerms: t.field({
    type: [bulkResultType],
    args: {
      serviceIds: t.arg.idList({ required: true }),
      paymentTerm: t.arg({ type: paymentTermType, required: true }),
    },
    resolve: resolveWith('mutation.updateServicePaymentTerms', bulk.setPaymentTerms),
  }),
  deleteService: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.deleteService', deleteService),
  }),
}))

builder.queryFields((t) => ({
  updateServiceValues: t.field({
    type: serviceType,
    args: { serviceId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.updateServiceValues', readService),
  }),
}))

import type { Service, ServicePeriod } from '../../../schema/services/endpoints.ts'
import { deleteService } from '../../features/services/change.ts'
import { readService } from '../../features/services/list.ts'
import { builder, resolveWith } from './builder.ts'
import { idPayload, moneyType, namedType, personType } from './shared-types.ts'

const periodType = builder.objectRef<ServicePeriod>('ServicePeriod').implement({
  description: 'Amounts in whole minor units of the currency',
  fields: (t) => ({
    id: t.exposeID('id'),
    startDate: t.exposeString('startDate'),
    endDate: t.exposeString('endDate'),
    unitsPerMonth: t.exposeFloat('unitsPerMonth', { nullable: true }),
    costPerUnit: t.exposeFloat('costPerUnit', { nullable: true }),
    tax: t.exposeFloat('tax'),
    savings: t.exposeFloat('savings'),
    totalServicePeriodCost: t.exposeFloat('totalServicePeriodCost'),
    amortizedCost: t.exposeFloat('amortizedCost'),
    currency: t.exposeString('currency'),
    note: t.exposeString('note'),
    autoRenewDetail: t.exposeString('autoRenewDetail'),
  }),
})

const serviceType = builder.objectRef<Service>('Service').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    archived: t.exposeBoolean('archived'),
    autorenews: t.exposeBoolean('autorenews'),
    autoRenewalDetail: t.exposeString('autoRenewalDetail'),
    vendor: t.field({ type: namedType, resolve: (service) => service.vendor }),
    spendCategory: t.field({ type: namedType, nullable: true, resolve: (service) => service.spendCategory }),
    businessUnit: t.field({ type: namedType, nullable: true, resolve: (service) => service.businessUnit }),
    departments: t.field({ type: [namedType], resolve: (service) => service.departments }),
    locations: t.field({ type: [namedType], resolve: (service) => service.locations }),
    owners: t.field({ type: [personType], resolve: (service) => service.owners }),
    paymentFrequency: t.exposeString('paymentFrequency', { nullable: true }),
    paymentTerm: t.exposeString('paymentTerm', { nullable: true }),
    servicePeriods: t.field({ type: [periodType], resolve: (service) => service.servicePeriods }),
    next12ServiceSpend: t.field({ type: [moneyType], resolve: (service) => service.next12ServiceSpend }),
    canEdit: t.exposeBoolean('canEdit'),
    version: t.exposeInt('version'),
  }),
})

builder.mutationFields((t) => ({
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

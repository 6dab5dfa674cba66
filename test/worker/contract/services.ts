import { has, ID, NAMED, paged, type Row } from './row.ts'

/** Services, their periods and reminders. */

const path = { serviceId: '@service' }
const READ = { call: 'GET /api/services/{serviceId}', path }

const period = {
  ...{ startDate: '2027-01-01', endDate: '2027-12-31', unitsPerMonth: 10, costPerUnit: 1000, tax: 500, savings: 0 },
  ...{ totalServicePeriodCost: 120_500, note: 'Discount', autoRenewDetail: 'Yearly', currency: 'USD' },
}
const fields = {
  ...{ name: '@newName', description: 'Hosting', vendorId: '@vendor', autorenews: true, autoRenewalDetail: 'Yearly' },
  ...{ spendCategoryId: '@spendCategory', departmentIds: ['@department'], businessUnitId: '@businessUnit' },
  ...{ locationIds: ['@location'], ownerIds: ['@colleague'], documentIds: ['@document'] },
  ...{ paymentFrequency: 'MONTHLY', paymentTerm: 'NET_30' },
  servicePeriods: [{ ...period, renewalReminders: ['2027-11-01'] }],
}
const stored = {
  ...{ name: '@newName', description: 'Hosting', vendor: { id: '@vendor' }, autorenews: true },
  ...{ spendCategory: { id: '@spendCategory' }, departments: [{ id: '@department' }], paymentTerm: 'NET_30' },
  ...{ businessUnit: { id: '@businessUnit' }, locations: [{ id: '@location' }], owners: [{ id: '@colleague' }] },
  ...{ paymentFrequency: 'MONTHLY', relatedDocuments: [{ id: '@document' }] },
  servicePeriods: [{ ...period, renewalReminders: ['2027-11-01'] }],
}
const SERVICE = {
  ...has(`id name:text description:text archived:flag autorenews:flag autoRenewalDetail:text spendCategory:object?
    departments:list businessUnit:object? locations:list owners:list paymentFrequency:text? paymentTerm:text?`),
  vendor: NAMED,
  servicePeriods: [
    has(`startDate:day endDate:day unitsPerMonth:number? costPerUnit:number? tax:number savings:number
      totalServicePeriodCost:number note:text autoRenewDetail:text renewalReminders:list currency:text`),
  ],
}
const CONFIGURATION = has(`message:text sendToAdmins:flag sendToVendorOwners:flag sendToServiceOwners:flag
  sendToDepartmentLeads:flag sendToBusinessUnitLeads:flag groupsToSendTo:list`)
const configuration = {
  ...{ message: 'Ends soon', sendToAdmins: true, sendToVendorOwners: false, sendToServiceOwners: true },
  ...{ sendToDepartmentLeads: true, sendToBusinessUnitLeads: false, groupsToSendTo: ['@groupReference'] },
}
const bulk = (call: string, args: object, shows: object): Row => ({
  call: `mutation ${call}`,
  args: { serviceIds: ['@service'], ...args },
  answers: [ID],
  after: [{ ...READ, shows }],
})

export const serviceRows: Row[] = [
  {
    call: 'GET /api/services',
    given: ['@service'],
    query: {
      ...{ 'orderBy[by][]': 'name', 'orderBy[dir][]': 'ASC', filter: 'ALL', search: 'Service' },
      ...{ dateRange: '2026-01,2026-12', 'serviceAnswerFilters[]': [], 'servicePeriodAnswerFilters[]': [] },
    },
    answers: paged({ ...SERVICE, customColumns: 'list' }),
  },
  {
    call: 'POST /api/services',
    body: fields,
    answers: ID,
    after: [{ ...READ, path: { serviceId: '@answer' }, shows: stored }],
  },
  { ...READ, answers: { ...SERVICE, relatedDocuments: 'list' } },
  { call: 'PUT /api/services/{serviceId}', path, body: fields, answers: ID, after: [{ ...READ, shows: stored }] },
  { call: 'GET /api/services/{serviceId}/custom-fields', path, answers: { steps: 'list' } },
  {
    call: 'POST /api/services/archive',
    body: { serviceIds: ['@service'], archived: true },
    after: [{ ...READ, shows: { archived: true } }],
  },
  { call: 'GET /api/services/renewal-report', given: ['@service'], query: { dateRange: '2026-01,2030-12' } },
  {
    call: 'POST /api/services/{serviceId}/add-service-item',
    path,
    body: { ...period, startDate: '2031-01-01', endDate: '2031-12-31' },
    answers: ID,
    after: [{ ...READ, shows: { servicePeriods: [{ startDate: '2031-01-01', totalServicePeriodCost: 120_500 }] } }],
  },
  {
    call: 'POST /api/services/create-service',
    as: 'approver',
    body: { ...fields, documentIds: ['@approverDocument'], levelGroupStatusId: '@serviceTask' },
    answers: ID,
    after: [
      {
        ...READ,
        path: { serviceId: '@answer' },
        shows: { name: '@newName', relatedDocuments: [{ id: '@approverDocument' }] },
      },
    ],
  },
  { call: 'GET /api/service-fields-from-document/{documentId}', path: { documentId: '@contract' } },
  { call: 'GET /api/service-period-renewal-reminder-config', answers: CONFIGURATION },
  {
    call: 'POST /api/service-period-renewal-reminder-config',
    body: configuration,
    answers: CONFIGURATION,
    after: [
      {
        call: 'GET /api/service-period-renewal-reminder-config',
        shows: { message: 'Ends soon', sendToDepartmentLeads: true, groupsToSendTo: [{ id: '@group' }] },
      },
    ],
  },
  {
    call: 'query updateServiceValues',
    args: { serviceId: '@service' },
    answers: {
      ...SERVICE,
      ...{ spendCategory: 'object?{id name}', businessUnit: 'object?{id name}' },
      ...{ departments: 'list{id name}', locations: 'list{id name}', owners: 'list{id firstName lastName}' },
    },
  },
  { call: 'mutation deleteService', args: { id: '@service' }, answers: ID, after: [{ ...READ, status: 404 }] },
  bulk('updateServiceBusinessUnits', { businessUnitId: '@businessUnit' }, { businessUnit: { id: '@businessUnit' } }),
  bulk('updateServiceDepartments', { departmentIds: ['@department'] }, { departments: [{ id: '@department' }] }),
  bulk('updateServiceOwners', { ownerId: '@approver' }, { owners: [{ id: '@approver' }] }),
  bulk('updateServicePaymentFrequency', { paymentFrequency: 'WEEKLY' }, { paymentFrequency: 'WEEKLY' }),
  bulk('updateServicePaymentTerms', { paymentTerm: 'NET_60' }, { paymentTerm: 'NET_60' }),
  {
    call: 'mutation addDocumentsToService',
    args: { serviceId: '@service', documentIds: ['@document'] },
    answers: ID,
    after: [{ ...READ, shows: { relatedDocuments: [{ id: '@document' }] } }],
  },
  {
    call: 'mutation removeDocumentsFromService',
    given: ['@serviceDocument'],
    args: { serviceId: '@service', documentIds: ['@serviceDocument'] },
    answers: ID,
    after: [{ ...READ, hides: '@serviceDocument' }],
  },
]

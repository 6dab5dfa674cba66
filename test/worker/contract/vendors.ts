import { has, ID, NAMED, PERSON, paged, type Row } from './row.ts'

/** Vendors, their categories and their verifications. */

const path = { vendorId: '@vendor' }
const READ = { call: 'GET /api/vendors/{vendorId}', path }
const contact = { firstName: 'Pia', lastName: 'Point', email: 'pia@vendors.test', phone: '', memo: 'Mornings' }

const fields = {
  ...{
    name: '@newName',
    erpVendors: ['@erpVendor'],
    description: 'Sells chairs',
    owners: ['@colleague'],
    signer: '@approver',
  },
  ...{ externalPointOfContact: contact, externalSigner: contact, paymentMethod: 'WIRE', isSocTwoCompliant: true },
  taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '12-3456789' }],
  customForm: [],
  vendorCategories: [{ vendorCategoryId: '@vendorCategory', vendorCategoryName: 'Any', fields: [] }],
}
const stored = {
  ...{ name: '@newName', description: 'Sells chairs', owners: [{ id: '@colleague' }], signer: { id: '@approver' } },
  ...{ externalPointOfContact: contact, externalSigner: contact, paymentMethod: 'WIRE', isSocTwoCompliant: true },
  vendorCategories: [{ id: '@vendorCategory' }],
  erpVendors: [{ id: '@erpVendor' }],
}
const address = {
  ...{ businessName: 'Chairs Inc.', businessAddress1: '1 Main St', businessAddress2: '', businessCity: 'Springfield' },
  ...{ businessState: 'IL', businessPostalCode: '62701', businessCountry: 'US', businessTaxId: '12-3456789' },
}

const LISTED = {
  ...has(`id name:text description:text externalPointOfContact:object? externalSigner:object? next12ServiceSpend:list
    connectedCategories:list connectedDepartments:list documentsCount:number servicesCount:number signer:object?
    paymentMethod:text? archived:flag customColumns:list vendorCategories:list`),
  owners: [PERSON],
}
const VERIFICATION = {
  ...has(`id createdAt:time syncedAt:time? businessName:text businessAddress1:text businessAddress2:text
    businessCity:text businessState:text businessPostalCode:text businessCountry:text businessTaxId:text
    document:object? verifiedAt:time?`),
}
const ORDER = { 'orderBy[by][]': 'name', 'orderBy[dir][]': 'DESC' }

export const vendorRows: Row[] = [
  {
    call: 'POST /api/vendors',
    body: fields,
    answers: ID,
    after: [{ ...READ, path: { vendorId: '@answer' }, shows: stored }],
  },
  {
    call: 'GET /api/vendors',
    given: ['@vendor'],
    query: { ...ORDER, filter: 'ALL', search: 'Vendor', 'answerFilters[]': [] },
    answers: paged(LISTED),
  },
  {
    ...READ,
    answers: {
      ...has(`id name:text description:text isSocTwoCompliant:flag? taxPayerIdentificationNumbers:list contacts:list
        signer:object? paymentMethod:text? archived:flag vendorCategories:list`),
      owners: [PERSON],
    },
  },
  { call: 'PUT /api/vendors/{vendorId}', path, body: fields, answers: ID, after: [{ ...READ, shows: stored }] },
  { call: 'GET /api/vendors/{vendorId}/owners', path, answers: [PERSON] },
  { call: 'GET /api/vendors/{vendorId}/custom-fields', path, answers: { steps: 'list' } },
  { call: 'GET /api/vendors/categories', given: ['@vendorCategory'], answers: [NAMED] },
  {
    call: 'POST /api/vendors/categories',
    body: { name: '@newName' },
    answers: ID,
    after: [{ call: 'GET /api/vendors/categories/{id}', path: { id: '@answer' }, shows: { name: '@newName' } }],
  },
  {
    call: 'GET /api/vendors/categories/select-options',
    given: ['@vendorCategory'],
    query: { search: 'Kind' },
    answers: { edges: [{ node: has('label:text value:text') }] },
  },
  { call: 'GET /api/vendors/categories/{id}', path: { id: '@vendorCategory' }, answers: NAMED },
  {
    call: 'POST /api/vendors/archive',
    body: { vendorIds: ['@vendor'], archived: true },
    after: [{ ...READ, shows: { archived: true } }],
  },
  {
    call: 'POST /api/vendors/set-payment-methods',
    body: { vendorIds: ['@vendor'], paymentMethod: 'CHECK' },
    after: [{ ...READ, shows: { paymentMethod: 'CHECK' } }],
  },
  {
    call: 'POST /api/vendors/set-owners',
    body: { vendorIds: ['@vendor'], ownerIds: ['@approver'] },
    after: [{ ...READ, shows: { owners: [{ id: '@approver' }] } }],
  },
  { call: 'GET /api/vendors-by-name', given: ['@vendor'], query: { name: '@vendorName' }, answers: [NAMED] },
  { call: 'GET /api/vendors/by-filter/{hash}', path: { hash: '@filterHash' }, query: ORDER, answers: paged(LISTED) },
  { call: 'GET /api/vendors/by-filter/{hash}.csv', path: { hash: '@filterHash' }, answers: 'text' },
  {
    call: 'GET /api/vendors/{vendorId}/verifications',
    path,
    given: ['@verification'],
    answers: [VERIFICATION],
  },
  {
    call: 'POST /api/vendors/{vendorId}/verifications',
    path,
    body: address,
    answers: VERIFICATION,
    after: [
      {
        call: 'GET /api/vendors/{vendorId}/verifications',
        path,
        shows: [{ businessName: 'Chairs Inc.', businessCity: 'Springfield' }],
      },
    ],
  },
  { call: 'GET /api/vendor/logo', query: { name: 'Chairs' }, answers: { logoUrl: 'text?' } },
  { call: 'GET /api/vendor/{vendorId}/intake-answers', path },
  {
    call: 'GET /api/vendor/{vendorId}/vendor-company-contacts',
    path: { vendorId: '@contactedVendor' },
    answers: [has('id firstName:text lastName:text email:text memo:text')],
  },
  {
    call: 'query vendors',
    given: ['@vendor'],
    args: { filter: { search: 'Vendor' }, first: 5, after: null },
    answers: paged({
      ...LISTED,
      ...{ externalPointOfContact: 'object?{email}', externalSigner: 'object?{email}', signer: 'object?{id}' },
      ...{ next12ServiceSpend: 'list{value currency}', connectedCategories: 'list{id}', vendorCategories: 'list{id}' },
      ...{ connectedDepartments: 'list{id}', customColumns: 'list{columnName values}' },
    }),
  },
  { call: 'query basicVendorDetails', args: { vendorId: '@vendor' }, answers: [NAMED] },
  {
    call: 'mutation addDocumentsToVendor',
    args: { vendorId: '@vendor', documentIds: ['@document'] },
    answers: ID,
    after: [
      {
        call: 'GET /api/documents/{documentId}',
        path: { documentId: '@document' },
        shows: { vendor: { id: '@vendor' } },
      },
    ],
  },
  {
    call: 'mutation removeDocumentsFromVendor',
    given: ['@vendorDocument'],
    args: { vendorId: '@vendor', documentIds: ['@vendorDocument'] },
    answers: ID,
    after: [
      { call: 'GET /api/documents/{documentId}', path: { documentId: '@vendorDocument' }, shows: { vendor: null } },
    ],
  },
  {
    call: 'mutation createVendorThread',
    args: { vendorId: '@vendor', commentBody: 'Good prices' },
    answers: ID,
    after: [
      {
        call: 'GET /api/threads',
        query: { targetType: 'VENDOR', targetId: '@vendor' },
        shows: [{ id: '@answer', commentLines: [{ body: 'Good prices' }] }],
      },
    ],
  },
  { call: 'mutation deleteVendor', args: { id: '@vendor' }, answers: ID, after: [{ ...READ, status: 404 }] },
]

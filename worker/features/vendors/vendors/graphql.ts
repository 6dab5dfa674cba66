import type { Connection } from '../../../../schema/shared/paging.ts'
import { VENDOR_FILTERS } from '../../../../schema/vendors/vendors/filters.ts'
import type { ListedVendor } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { type Contact, PAYMENT_METHODS } from '../../../../schema/vendors/vendors/values.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { recordFields } from '../../../transport/graphql/record-fields.ts'
import { idPayload, moneyType, namedType, pageInfoType, personType } from '../../../transport/graphql/shared-types.ts'
import { deleteVendor } from './change.ts'
import { vendorOperations } from './filters.ts'
import { readBasicDetails } from './list.ts'
import { createVendorThread } from './threads.ts'

const contactType = builder.objectRef<Contact>('VendorContact').implement({
  fields: (t) => ({
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    memo: t.exposeString('memo'),
  }),
})

type Column = ListedVendor['customColumns'][number]
const columnType = builder.objectRef<Column>('VendorCustomColumn').implement({
  fields: (t) => ({
    questionId: t.exposeID('questionId', { nullable: true }),
    columnName: t.exposeString('columnName'),
    type: t.exposeString('type'),
    values: t.stringList({ resolve: ({ answers }) => answers.map(({ value }) => String(value)) }),
  }),
})

const vendorType = builder.objectRef<ListedVendor>('Vendor').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    ...recordFields(t, vendorFields),
    logoUrl: t.exposeString('logoUrl', { nullable: true }),
    archived: t.exposeBoolean('archived'),
    createdAt: t.exposeString('createdAt'),
    owners: t.field({ type: [personType], resolve: (vendor) => vendor.owners }),
    signer: t.field({ type: personType, nullable: true, resolve: (vendor) => vendor.signer }),
    externalPointOfContact: t.field({
      type: contactType,
      nullable: true,
      resolve: (vendor) => vendor.externalPointOfContact,
    }),
    externalSigner: t.field({ type: contactType, nullable: true, resolve: (vendor) => vendor.externalSigner }),
    vendorCategories: t.field({ type: [namedType], resolve: (vendor) => vendor.vendorCategories }),
    connectedCategories: t.field({ type: [namedType], resolve: (vendor) => vendor.connectedCategories }),
    connectedDepartments: t.field({ type: [namedType], resolve: (vendor) => vendor.connectedDepartments }),
    servicesCount: t.exposeInt('servicesCount'),
    documentsCount: t.exposeInt('documentsCount'),
    last12Spend: t.field({ type: moneyType, nullable: true, resolve: (vendor) => vendor.last12Spend }),
    hasErpVendors: t.exposeBoolean('hasErpVendors'),
    next12ServiceSpend: t.field({ type: [moneyType], resolve: (vendor) => vendor.next12ServiceSpend ?? [] }),
    currenciesWithoutRate: t.exposeStringList('currenciesWithoutRate'),
    customColumns: t.field({ type: [columnType], resolve: (vendor) => vendor.customColumns }),
    canEdit: t.exposeBoolean('canEdit'),
    version: t.exposeInt('version'),
  }),
})
const edgeType = builder.objectRef<{ cursor: string; node: ListedVendor }>('VendorEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: vendorType, resolve: (edge) => edge.node }),
  }),
})
const connectionType = builder.objectRef<Connection<ListedVendor>>('VendorConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [edgeType], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})

const statusEnum = builder.enumType('VendorStatusFilter', {
  values: VENDOR_FILTERS,
})
const paymentMethodEnum = builder.enumType('VendorPaymentMethod', { values: PAYMENT_METHODS })
const filterInput = builder.inputType('VendorFilter', {
  fields: (t) => ({
    filter: t.field({ type: statusEnum }),
    search: t.string(),
    vendorCategoryId: t.id(),
    ownerId: t.id(),
    paymentMethod: t.field({ type: paymentMethodEnum }),
    answerFilters: t.stringList(),
  }),
})

const list = resolveWith('query.vendors', vendorOperations.list)
builder.queryField('vendors', (t) =>
  t.field({
    type: connectionType,
    args: { filter: t.arg({ type: filterInput }), first: t.arg.int(), after: t.arg.string() },
    resolve: (root, { filter, first, after }, context, info) => {
      const given = Object.fromEntries(Object.entries(filter ?? {}).filter(([, value]) => value !== null))
      return list(root, { ...given, first, cursor: after ?? null }, context, info)
    },
  }),
)

interface Basic {
  id: string
  name: string
  archived: boolean
}
const basicType = builder.objectRef<Basic>('BasicVendorDetails').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    archived: t.exposeBoolean('archived'),
  }),
})
builder.queryField('basicVendorDetails', (t) =>
  t.field({
    type: [basicType],
    description: 'One vendor, or the first hundred by name',
    args: { vendorId: t.arg.id() },
    resolve: resolveWith('query.basicVendorDetails', readBasicDetails),
  }),
)

builder.mutationFields((t) => ({
  createVendorThread: t.field({
    type: idPayload,
    args: {
      vendorId: t.arg.id({ required: true }),
      commentBody: t.arg.string({ required: true }),
      documentIds: t.arg.idList(),
    },
    resolve: resolveWith('mutation.createVendorThread', createVendorThread),
  }),
  deleteVendor: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.deleteVendor', deleteVendor),
  }),
}))

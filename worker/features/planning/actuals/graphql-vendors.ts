import type { VendorPaymentInformation } from '../../../../schema/money/payments/details-endpoints.ts'
import { ERP_VENDOR_STATUSES, type ErpVendorRow } from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, namedType, pageInfoType, paymentInformationType } from '../../../transport/graphql/shared-types.ts'
import { readErpVendors } from './erp-lookups.ts'
import { addErpVendors, type ErpVendorOfVendor, erpVendorsOfVendor, removeErpVendors } from './vendor-mapping.ts'

const statusEnum = builder.enumType('ErpVendorStatus', { values: ERP_VENDOR_STATUSES })
const paymentInformation = builder.objectRef<VendorPaymentInformation>('ErpVendorPaymentInformation').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    paymentInformationId: t.exposeID('paymentInformationId'),
    isConfirmed: t.exposeBoolean('isConfirmed'),
    createdBy: t.field({ type: namedType, resolve: ({ createdBy }) => createdBy }),
    createdAt: t.exposeString('createdAt'),
    updatedAt: t.exposeString('updatedAt'),
    confirmedAt: t.exposeString('confirmedAt', { nullable: true }),
    isSharedByVendorCompany: t.exposeBoolean('isSharedByVendorCompany'),
    paymentInformation: t.field({ type: paymentInformationType, resolve: (details) => details.paymentInformation }),
  }),
})

const vendorType = builder.objectRef<ErpVendorRow & Partial<ErpVendorOfVendor>>('ErpVendor').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    status: t.field({ type: statusEnum, resolve: ({ status }) => status }),
    vendorId: t.exposeID('vendorId', { nullable: true }),
    email: t.string({
      nullable: true,
      description: 'Among the accounting vendors of one vendor only',
      resolve: ({ email }) => email ?? null,
    }),
    paymentInformation: t.field({
      type: [paymentInformation],
      nullable: true,
      description: 'Among the accounting vendors of one vendor only, for people who work with payments',
      resolve: ({ paymentInformation: details }) => details ?? null,
    }),
  }),
})
const edgeType = builder.objectRef<{ cursor: string; node: ErpVendorRow }>('ErpVendorEdge').implement({
  fields: (t) => ({ cursor: t.exposeString('cursor'), node: t.field({ type: vendorType, resolve: (e) => e.node }) }),
})
const connectionType = builder.objectRef<Connection<ErpVendorRow>>('ErpVendorConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [edgeType], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})

const page = resolveWith('query.erpVendors', readErpVendors)

builder.queryFields((t) => ({
  erpVendors: t.field({
    type: connectionType,
    args: { search: t.arg.string(), first: t.arg.int(), after: t.arg.string() },
    resolve: (root, { after, ...asked }, context, info) =>
      page(root, { ...asked, cursor: after ?? null }, context, info),
  }),
  erpVendorsByVendorId: t.field({
    type: [vendorType],
    args: { vendorId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.erpVendorsByVendorId', erpVendorsOfVendor),
  }),
}))

builder.mutationFields((t) => ({
  addErpVendorsToVendor: t.field({
    type: idPayload,
    args: { vendorId: t.arg.id({ required: true }), erpVendorIds: t.arg.idList({ required: true }) },
    resolve: resolveWith('mutation.addErpVendorsToVendor', addErpVendors),
  }),
  removeErpVendorsFromVendor: t.field({
    type: idPayload,
    args: { erpVendorIds: t.arg.idList({ required: true }) },
    resolve: resolveWith('mutation.removeErpVendorsFromVendor', removeErpVendors),
  }),
}))

import { MOST_COUNTED } from '../../../../schema/spend/spend-requests/list.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, namedType } from '../../../transport/graphql/shared-types.ts'
import * as act from './act.ts'
import { listAttention } from './attention.ts'
import { createSpendThread, readSpendThreads } from './discussion.ts'
import {
  attentionFilter,
  contentGiven,
  createInput,
  filterInput,
  filtersOf,
  previewInput,
  updateInput,
} from './graphql-inputs.ts'
import { connectionType, detailType, levelApprovers, spendType, statusEnum, threadType } from './graphql-types.ts'
import { addDocuments, changeOnService, changeServices, removeDocuments } from './links.ts'
import { countSpendRequests, spendOperations } from './list.ts'
import { previewSpendRequest } from './preview.ts'
import { readPlans, readSpendRequest } from './read.ts'
import { createSpendRequest, modifyDescription, updateSpendRequest } from './save.ts'
import { setVendorSigner } from './signer.ts'

/** Spend requests by the names of the specification. Each resolves with the operation that REST uses. */

const list = resolveWith('query.spendRequests', spendOperations.list)
const inVendor = resolveWith('query.spendRequestsInVendor', spendOperations.list)
const inService = resolveWith('query.spendRequestsInService', spendOperations.list)
const notInService = resolveWith('query.spendRequestsNotInService', spendOperations.list)
const count = resolveWith('query.spendRequestsCount', countSpendRequests)
const attention = resolveWith('query.needsAttentionSpendRequests', listAttention)

const create = resolveWith('mutation.createSpendRequest', createSpendRequest)
const update = resolveWith('mutation.updateSpendRequest', updateSpendRequest)
const setStatus = resolveWith('mutation.updateSpendRequestStatus', act.decide)
const addDocumentsTo = resolveWith('mutation.addDocumentsToSpendRequest', addDocuments)
const preview = resolveWith('query.previewLevelApprovers', previewSpendRequest)
const archive = resolveWith('mutation.archiveSpendRequest', act.setArchived)
const remove = resolveWith('mutation.deleteSpendRequest', act.deleteSpendRequest)
const signer = resolveWith('mutation.setVendorSigner', setVendorSigner)

builder.queryFields((t) => {
  const page = { filter: t.arg({ type: filterInput }), first: t.arg.int(), after: t.arg.string() }
  return {
    spendRequests: t.field({
      type: connectionType,
      args: page,
      resolve: (root, { filter, first, after }, context, info) =>
        list(root, { ...filtersOf(filter), first, cursor: after ?? null }, context, info),
    }),
    spendRequestsInVendor: t.field({
      type: connectionType,
      args: { ...page, vendorId: t.arg.id({ required: true }) },
      resolve: (root, { filter, first, after, vendorId }, context, info) =>
        inVendor(root, { ...filtersOf(filter), vendorId, first, cursor: after ?? null }, context, info),
    }),
    spendRequestsInService: t.field({
      type: connectionType,
      args: { ...page, vendorId: t.arg.id(), inServiceIds: t.arg.idList({ required: true }) },
      resolve: (root, { filter, first, after, vendorId, inServiceIds }, context, info) =>
        inService(
          root,
          { ...filtersOf(filter), vendorId: vendorId ?? null, inServiceIds, first, cursor: after ?? null },
          context,
          info,
        ),
    }),
    spendRequestsNotInService: t.field({
      type: connectionType,
      args: { ...page, vendorId: t.arg.id(), notInServiceIds: t.arg.idList({ required: true }) },
      resolve: (root, { filter, first, after, vendorId, notInServiceIds }, context, info) =>
        notInService(
          root,
          { ...filtersOf(filter), vendorId: vendorId ?? null, notInServiceIds, first, cursor: after ?? null },
          context,
          info,
        ),
    }),
    spendRequestsCount: t.field({
      type: 'Int',
      nullable: true,
      description: `Exact by state for people who see all. Otherwise at most ${MOST_COUNTED} are counted, and null says that too many would have to be looked at.`,
      args: { filter: t.arg({ type: filterInput }) },
      resolve: (root, { filter }, context, info) => count(root, filtersOf(filter), context, info),
    }),
    spendRequest: t.field({
      type: detailType,
      args: { id: t.arg.id({ required: true }) },
      resolve: resolveWith('query.spendRequest', readSpendRequest),
    }),
    needsAttentionSpendRequests: t.field({
      type: [spendType],
      args: { filter: t.arg({ type: attentionFilter }) },
      resolve: (root, { filter }, context, info) => attention(root, { filter: filter ?? null }, context, info),
    }),
    previewLevelApprovers: t.field({
      type: [levelApprovers],
      args: { input: t.arg({ type: previewInput, required: true }) },
      resolve: async (root, { input }, context, info) =>
        (await preview(root, contentGiven(input), context, info)).levels,
    }),
    plansForSpendRequest: t.field({
      type: [namedType],
      args: { spendRequestId: t.arg.id({ required: true }), spendRequestLineId: t.arg.id() },
      resolve: resolveWith('query.plansForSpendRequest', readPlans),
    }),
    spendRequestThreadsForSpendRequest: t.field({
      type: [threadType],
      args: { spendRequestId: t.arg.id({ required: true }) },
      resolve: resolveWith('query.spendRequestThreadsForSpendRequest', readSpendThreads),
    }),
  }
})

builder.mutationFields((t) => ({
  createSpendRequest: t.field({
    type: idPayload,
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (root, { input }, context, info) => create(root, contentGiven(input), context, info),
  }),
  updateSpendRequest: t.field({
    type: idPayload,
    args: { input: t.arg({ type: updateInput, required: true }) },
    resolve: (root, { input }, context, info) => update(root, contentGiven(input), context, info),
  }),
  updateSpendRequestStatus: t.field({
    type: idPayload,
    args: {
      input: t.arg({
        required: true,
        type: builder.inputType('UpdateSpendRequestStatusInput', {
          fields: (f) => ({
            id: f.id({ required: true }),
            status: f.field({ type: statusEnum, required: true }),
            comment: f.string(),
            levelGroupStatusId: f.id({ required: true }),
            approveAllNonTaskBlocks: f.boolean(),
            seenVersion: f.int(),
          }),
        }),
      }),
    },
    resolve: async (root, { input }, context, info) => {
      await setStatus(root, contentGiven(input), context, info)
      return { id: String(input.id) }
    },
  }),
  archiveSpendRequest: t.field({
    type: idPayload,
    args: {
      id: t.arg.id({ required: true }),
      message: t.arg.string(),
      archived: t.arg.boolean({ required: true }),
    },
    resolve: async (root, args, context, info) => {
      await archive(root, args, context, info)
      return { id: String(args.id) }
    },
  }),
  deleteSpendRequest: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (root, args, context, info) => {
      await remove(root, args, context, info)
      return { id: String(args.id) }
    },
  }),
  modifySpendRequestDescription: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }), description: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.modifySpendRequestDescription', modifyDescription),
  }),
  modifyServicesOnSpendRequest: t.field({
    type: idPayload,
    args: {
      spendRequestId: t.arg.id({ required: true }),
      serviceIdsToAdd: t.arg.idList({ required: true }),
      serviceIdsToRemove: t.arg.idList({ required: true }),
    },
    resolve: resolveWith('mutation.modifyServicesOnSpendRequest', changeServices),
  }),
  modifySpendRequestsOnService: t.field({
    type: idPayload,
    args: {
      serviceId: t.arg.id({ required: true }),
      spendRequestIdsToAdd: t.arg.idList({ required: true }),
      spendRequestIdsToRemove: t.arg.idList({ required: true }),
    },
    resolve: resolveWith('mutation.modifySpendRequestsOnService', changeOnService),
  }),
  addDocumentsToSpendRequest: t.field({
    type: idPayload,
    args: {
      input: t.arg({
        required: true,
        type: builder.inputType('AddDocumentsToSpendRequestInput', {
          fields: (f) => ({ spendRequestId: f.id({ required: true }), documentIds: f.idList({ required: true }) }),
        }),
      }),
    },
    resolve: (root, { input }, context, info) => addDocumentsTo(root, { ...input }, context, info),
  }),
  removeDocumentsFromSpendRequest: t.field({
    type: idPayload,
    args: { spendRequestId: t.arg.id({ required: true }), documentIds: t.arg.idList({ required: true }) },
    resolve: resolveWith('mutation.removeDocumentsFromSpendRequest', removeDocuments),
  }),
  setVendorSigner: t.field({
    type: idPayload,
    args: {
      input: t.arg({
        required: true,
        type: builder.inputType('SetVendorSignerInput', {
          fields: (f) => ({
            vendorId: f.id({ required: true }),
            signerId: f.id(),
            spendRequestId: f.id({ required: true }),
          }),
        }),
      }),
    },
    resolve: (root, { input: { signerId, ...given } }, context, info) =>
      signer(root, { ...given, signerId: signerId ?? null }, context, info),
  }),
  createSpendRequestThread: t.field({
    type: idPayload,
    args: { spendRequestId: t.arg.id({ required: true }), commentBody: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createSpendRequestThread', createSpendThread),
  }),
}))

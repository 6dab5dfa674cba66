import type { DocumentView, SentComment } from '../../../../schema/documents/documents/endpoints.ts'
import { DOCUMENT_TYPES } from '../../../../schema/documents/documents/types.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, namedType, pageInfoType, personType } from '../../../transport/graphql/shared-types.ts'
import { createDocument, createInvoiceDocument, updateDocument } from './change.ts'
import { documentOperations, listUnassociated, readFormData } from './list.ts'
import {
  addDocumentsToService,
  addDocumentsToVendor,
  removeDocumentsFromService,
  removeDocumentsFromVendor,
} from './objects.ts'
import { grantUpload } from './uploads.ts'

const documentTypeEnum = builder.enumType('DocumentType', { values: DOCUMENT_TYPES })

const commentType = builder.objectRef<SentComment>('DocumentComment').implement({
  description: 'The newest comment that a document was sent with, among those that the person reads',
  fields: (t) => ({
    id: t.exposeID('id'),
    threadId: t.exposeID('threadId'),
    body: t.exposeString('body'),
    createdAt: t.exposeString('createdAt'),
    updatedAt: t.exposeString('updatedAt'),
    deletedAt: t.exposeString('deletedAt', { nullable: true }),
    createdByUser: t.field({ type: personType, resolve: (comment) => comment.createdByUser }),
    documents: t.field({
      type: [namedType],
      resolve: ({ documents }) => documents.map(({ id, displayName }) => ({ id, name: displayName })),
    }),
  }),
})

/** Without an id where only the accounting system knows them. */
const billedByType = builder.objectRef<NonNullable<DocumentView['billedBy']>>('DocumentBilledBy').implement({
  fields: (t) => ({ id: t.exposeID('id', { nullable: true }), name: t.exposeString('name') }),
})
const documentType = builder.objectRef<DocumentView>('Document').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    updatedAt: t.exposeString('updatedAt'),
    name: t.exposeString('name'),
    displayName: t.exposeString('displayName'),
    mimeType: t.exposeString('mimeType'),
    size: t.exposeInt('size'),
    type: t.field({ type: [documentTypeEnum], resolve: (d) => d.type }),
    description: t.exposeString('description'),
    uploadedByUser: t.field({ type: personType, nullable: true, resolve: (d) => d.uploadedByUser }),
    uploadedByEmail: t.exposeString('uploadedByEmail', { nullable: true }),
    signedDownloadUrl: t.exposeString('signedDownloadUrl'),
    signedPreviewUrl: t.exposeString('signedPreviewUrl', { nullable: true }),
    signedViewerUrl: t.exposeString('signedViewerUrl', { nullable: true }),
    vendor: t.field({ type: namedType, nullable: true, resolve: (d) => d.vendor }),
    billedBy: t.field({ type: billedByType, nullable: true, resolve: (d) => d.billedBy }),
    relatedServices: t.field({ type: [namedType], resolve: (d) => d.relatedServices }),
    summary: t.exposeString('summary', { nullable: true }),
    archived: t.exposeBoolean('archived'),
    version: t.exposeInt('version'),
    canEdit: t.exposeBoolean('canEdit'),
    canDelete: t.exposeBoolean('canDelete'),
    commentLine: t.field({ type: commentType, nullable: true, resolve: (d) => d.commentLine }),
  }),
})
const documentEdge = builder.objectRef<{ cursor: string; node: DocumentView }>('DocumentEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: documentType, resolve: (edge) => edge.node }),
  }),
})
const documentConnection = builder.objectRef<Connection<DocumentView>>('DocumentConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [documentEdge], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})

const search = resolveWith('query.documents', documentOperations.list)
builder.queryField('documents', (t) =>
  t.field({
    type: documentConnection,
    args: { displayName: t.arg.string(), first: t.arg.int(), after: t.arg.string() },
    resolve: (root, { after, ...args }, context, info) =>
      search(root, { ...args, cursor: after ?? null }, context, info),
  }),
)

const unassociated = resolveWith('query.documentsWithNoAssociations', listUnassociated)
builder.queryField('documentsWithNoAssociations', (t) =>
  t.field({
    type: documentConnection,
    args: { first: t.arg.int(), after: t.arg.string() },
    resolve: (root, { after, ...args }, context, info) =>
      unassociated(root, { ...args, cursor: after ?? null }, context, info),
  }),
)

const addDocumentData = builder.objectRef<{ vendors: { id: string; name: string }[] }>('AddDocumentData').implement({
  description: 'The new document form’s initial choice of vendors, by name',
  fields: (t) => ({ vendors: t.field({ type: [namedType], resolve: (data) => data.vendors }) }),
})
builder.queryField('addDocumentData', (t) =>
  t.field({ type: addDocumentData, resolve: resolveWith('query.addDocumentData', readFormData) }),
)

const signedUploadUrl = builder.objectRef<{ url: string; fieldsJson: string }>('SignedUploadUrl').implement({
  description: 'Post the fields and then the file as multipart/form-data within ten minutes',
  fields: (t) => ({ url: t.exposeString('url'), fieldsJson: t.exposeString('fieldsJson') }),
})
builder.mutationField('getSignedUploadUrl', (t) =>
  t.field({
    type: signedUploadUrl,
    args: { fileName: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.getSignedUploadUrl', grantUpload),
  }),
)

const documentInput = (name: string) =>
  builder.inputType(name, {
    fields: (t) => ({
      name: t.string({ required: true, description: 'The key of the upload (in fieldsJson)' }),
      displayName: t.string({ required: true }),
      type: t.field({ type: [documentTypeEnum] }),
      description: t.string(),
      mimeType: t.string({ description: 'What the sender takes it for; what the file begins with decides' }),
      vendorId: t.id(),
      serviceIds: t.idList(),
      isTemporary: t.boolean({ description: 'Removed after a day unless it’s attached to something' }),
    }),
  })

/** In an input, null means the same as leaving a field out, except that it removes the vendor. */
const given = ({ vendorId, ...input }: { vendorId?: string | null }): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)),
  ...(vendorId !== undefined && { vendorId: vendorId ?? '' }),
})

const create = resolveWith('mutation.createDocument', createDocument)
const createInvoice = resolveWith('mutation.createInvoiceDocument', createInvoiceDocument)
const update = resolveWith('mutation.updateDocument', updateDocument)
const createInput = documentInput('CreateDocumentInput')
const invoiceInput = documentInput('CreateInvoiceDocumentInput')
const updateInput = builder.inputType('UpdateDocumentInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    name: t.string({ description: 'As it was read: a file is not replaced' }),
    displayName: t.string(),
    type: t.field({ type: [documentTypeEnum] }),
    description: t.string(),
    mimeType: t.string({ description: 'As it was read' }),
    vendorId: t.id({ description: 'null removes it from its vendor' }),
    serviceIds: t.idList(),
    version: t.int({ description: 'The version that was read; a newer one answers CONFLICT' }),
  }),
})

builder.mutationFields((t) => ({
  createDocument: t.field({
    type: idPayload,
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (root, { input }, context, info) => create(root, given(input), context, info),
  }),
  createInvoiceDocument: t.field({
    type: idPayload,
    args: { input: t.arg({ type: invoiceInput, required: true }) },
    resolve: (root, { input }, context, info) => createInvoice(root, given(input), context, info),
  }),
  updateDocument: t.field({
    type: idPayload,
    args: { input: t.arg({ type: updateInput, required: true }) },
    resolve: (root, { input }, context, info) => update(root, given(input), context, info),
  }),
}))

builder.mutationFields((t) => {
  const documentIds = t.arg.idList({ required: true })
  const ofVendor = { vendorId: t.arg.id({ required: true }), documentIds }
  const ofService = { serviceId: t.arg.id({ required: true }), documentIds }
  return {
    addDocumentsToVendor: t.field({
      type: idPayload,
      args: ofVendor,
      resolve: resolveWith('mutation.addDocumentsToVendor', addDocumentsToVendor),
    }),
    removeDocumentsFromVendor: t.field({
      type: idPayload,
      args: ofVendor,
      resolve: resolveWith('mutation.removeDocumentsFromVendor', removeDocumentsFromVendor),
    }),
    addDocumentsToService: t.field({
      type: idPayload,
      args: ofService,
      resolve: resolveWith('mutation.addDocumentsToService', addDocumentsToService),
    }),
    removeDocumentsFromService: t.field({
      type: idPayload,
      args: ofService,
      resolve: resolveWith('mutation.removeDocumentsFromService', removeDocumentsFromService),
    }),
  }
})

import type { DocumentView } from '../../../schema/documents/endpoints.ts'
import { DOCUMENT_TYPES } from '../../../schema/documents/values.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { createDocument, grantUpload, searchDocuments } from '../../features/documents/operations.ts'
import { builder, resolveWith } from './builder.ts'
import { idPayload, pageInfoType, personType } from './shared-types.ts'

const documentTypeEnum = builder.enumType('DocumentType', { values: DOCUMENT_TYPES })

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

const search = resolveWith('query.documents', searchDocuments)
builder.queryField('documents', (t) =>
  t.field({
    type: documentConnection,
    args: { displayName: t.arg.string(), first: t.arg.int(), after: t.arg.string() },
    resolve: (root, { after, ...args }, context, info) =>
      search(root, { ...args, cursor: after ?? null }, context, info),
  }),
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

const createDocumentInput = builder.inputType('CreateDocumentInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: 'The key of the upload (in fieldsJson)' }),
    displayName: t.string({ required: true }),
    type: t.field({ type: [documentTypeEnum] }),
    description: t.string(),
  }),
})
const create = resolveWith('mutation.createDocument', createDocument)
builder.mutationField('createDocument', (t) =>
  t.field({
    type: idPayload,
    args: { input: t.arg({ type: createDocumentInput, required: true }) },
    resolve: (root, { input }, context, info) =>
      create(root, { ...input, type: input.type ?? [], description: input.description ?? '' }, context, info),
  }),
)

import type { NewDocument } from '../../../../schema/documents/documents/inputs.ts'
import { fileProblemText, MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { postFile, UPLOAD_FAILED, UploadError } from '../../../lib/post-file.ts'

export const NO_SIGNED_URL = 'A signed URL was not created'

const getSignedUploadUrl = graphql(
  'mutation GetSignedUploadUrl($fileName: String!) { getSignedUploadUrl(fileName: $fileName) { url fieldsJson } }',
)

const createDocument = graphql(
  'mutation CreateDocument($input: CreateDocumentInput!) { createDocument(input: $input) { id } }',
)

const grant = async (
  fileName: string,
  signal: AbortSignal,
): Promise<{ url: string; fields: Record<string, string> }> => {
  const answer = await runGraphql(getSignedUploadUrl, { fileName }, { signal, quiet: true }).catch((cause: unknown) => {
    throw new UploadError(NO_SIGNED_URL, { cause })
  })
  const signed = answer.getSignedUploadUrl
  if (!signed?.url) throw new UploadError(NO_SIGNED_URL)
  return { url: signed.url, fields: JSON.parse(signed.fieldsJson) as Record<string, string> }
}

/** Signed address, then the file. Returns the key to create a document with. @throws UploadError */
export const storeFile = async (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  if (file.size > MAX_UPLOAD_BYTES) throw new UploadError(fileProblemText('TOO_LARGE'))
  if (file.size === 0) throw new UploadError(fileProblemText('EMPTY'))
  const { url, fields } = await grant(file.name, signal)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  await postFile(url, form, onProgress, signal)
  return fields.key ?? ''
}

export const makeDocument = async (
  input: NewDocument,
  options: { signal?: AbortSignal; commandId?: string },
): Promise<string> => (await runGraphql(createDocument, { input }, { ...options, quiet: true })).createDocument.id

/**
 * Signed address, then the file, then the document record (specification 2 §4). Returns the document's id. @throws
 * UploadError with the sentence to show
 */
export const uploadDocument = async (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  more: Partial<NewDocument> = {},
): Promise<string> => {
  const name = await storeFile(file, onProgress, signal)
  try {
    return await makeDocument({ displayName: file.name, ...more, name }, { signal })
  } catch (cause) {
    throw new UploadError(UPLOAD_FAILED, { cause })
  }
}

import { fileExtension, UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import { MAX_ATTACHMENTS, type Refusal } from '../../../../schema/documents/inbound-mail/values.ts'
import { fileProblem } from '../documents/index.ts'
import { type MailFile, oneLine } from './mail.ts'

export interface SortedFile {
  fileName: string
  bytes: Uint8Array
  refusal: Refusal | null
}

const MOST_NAME = 200

const EXTENSION_OF = Object.fromEntries(Object.entries(UPLOAD_TYPES).map(([extension, type]) => [type, extension]))

/** A name that is safe to show and save: the last part of a path, one line, not too long, with its extension. */
export const fileNameOf = (file: Pick<MailFile, 'name' | 'mimeType'>, ordinal: number): string => {
  const last = oneLine((file.name ?? '').replaceAll('\\', '/').split('/').pop() ?? '').replace(/^\.+/, '')
  const extension = fileExtension(last)
  // Names without an extension are common. The content is checked against the type that the email declares.
  const implied = extension ? '' : (EXTENSION_OF[file.mimeType] ?? '')
  const name = `${last || `Attachment ${ordinal}`}${implied && `.${implied}`}`
  if (name.length <= MOST_NAME) return name
  const tail = fileExtension(name).slice(0, 10)
  return tail ? `${name.slice(0, MOST_NAME - tail.length - 1)}.${tail}` : name.slice(0, MOST_NAME)
}

/** Which files of an email can become documents, by the upload rules, and why the others can't. */
export const sortFiles = (files: MailFile[], most = MAX_ATTACHMENTS): SortedFile[] =>
  files.map((file, i) => {
    const fileName = fileNameOf(file, i + 1)
    const refusal = i < most ? fileProblem(fileName, file.bytes) : 'TOO_MANY'
    return { fileName, bytes: file.bytes, refusal }
  })

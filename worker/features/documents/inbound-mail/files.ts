import { fileExtension, UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import { MAX_ATTACHMENTS, type Refusal } from '../../../../schema/documents/inbound-mail/values.ts'
import { oneLine } from '../../../core/sent/texts.ts'
import { fileProblem } from '../documents/index.ts'
import type { MailFile } from './mail.ts'

export interface SortedFile {
  fileName: string
  bytes: Uint8Array
  refusal: Refusal | null
}

const MOST_NAME = 200

const EXTENSION_OF = new Map(Object.entries(UPLOAD_TYPES).map(([extension, type]) => [type as string, extension]))

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0))

/** What a file is by its declared type, or by its first bytes where programs declare none. */
const typeOf = ({ mimeType, bytes }: { mimeType: string; bytes?: Uint8Array }): string =>
  EXTENSION_OF.get(mimeType) ?? (bytes && startsWith(bytes, '%PDF-') ? 'pdf' : '')

/** A name that is safe to show and save: the last part of a path, one line, not too long, with its extension. */
export const fileNameOf = (
  file: Pick<MailFile, 'name' | 'mimeType'> & Partial<Pick<MailFile, 'bytes'>>,
  ordinal: number,
): string => {
  const last = oneLine((file.name ?? '').replaceAll('\\', '/').split('/').pop() ?? '').replace(/^\.+/, '')
  const extension = fileExtension(last)
  // A dot in a name, as in "Invoice No. 4711", begins no extension. The content is checked against the type.
  const implied = Object.hasOwn(UPLOAD_TYPES, extension) ? '' : typeOf(file)
  const isNamed = extension !== '' && implied !== '' && !isTyped(file, implied)
  const name = `${last || `Attachment ${ordinal}`}${implied && !isNamed ? `.${implied}` : ''}`
  if (name.length <= MOST_NAME) return name
  const tail = fileExtension(name).slice(0, 10)
  return tail ? `${name.slice(0, MOST_NAME - tail.length - 1)}.${tail}` : name.slice(0, MOST_NAME)
}

/** Whether the first bytes agree, which a name with another ending needs. */
const isTyped = ({ bytes }: Partial<Pick<MailFile, 'bytes'>>, extension: string): boolean =>
  bytes !== undefined && fileProblem(`file.${extension}`, bytes) === null

/** Which files of an email can become documents, by the upload rules, and why the others can't. */
export const sortFiles = (files: MailFile[], most = MAX_ATTACHMENTS): SortedFile[] =>
  files.map((file, i) => {
    const fileName = fileNameOf(file, i + 1)
    const refusal = i < most ? fileProblem(fileName, file.bytes) : 'TOO_MANY'
    return { fileName, bytes: file.bytes, refusal }
  })

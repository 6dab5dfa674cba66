import { fileExtension } from '../../../../schema/documents/documents/uploads.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** A document's file for people outside the app, who get it at once instead of an address. */

export interface OpenedFile {
  object: R2ObjectBody
  fileName: string
}

export interface FileRow {
  storageKey: string
  displayName: string
}

/** Throws NOT_FOUND without a row, or a file. */
export const storedFile = async ({ env }: Pick<BaseContext, 'env'>, row: FileRow | null): Promise<OpenedFile> => {
  const object = row && (await env.DOCUMENTS.get(row.storageKey))
  if (!object) throw notFound('The document')
  const extension = fileExtension(row.storageKey)
  const isNamed = fileExtension(row.displayName) === extension
  return { object, fileName: isNamed ? row.displayName : `${row.displayName}.${extension}` }
}

/** Allowed uploads by extension (specification 2 §5), with the media type each is stored as. */
export const UPLOAD_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024

export const fileExtension = (fileName: string): string =>
  fileName.includes('.') ? (fileName.split('.').pop() ?? '').toLowerCase() : ''

export const FILE_TYPE_NOT_ALLOWED = 'File type is not allowed.'

/** The checks of a file, however it arrives: the same rules for uploads and emails. */
export type FileProblem = 'TYPE_NOT_ALLOWED' | 'CONTENT_MISMATCH' | 'TOO_LARGE' | 'EMPTY'

export const fileProblemText = (problem: FileProblem): string => {
  if (problem === 'TYPE_NOT_ALLOWED') return FILE_TYPE_NOT_ALLOWED
  if (problem === 'CONTENT_MISMATCH') return 'The file’s content doesn’t match its type.'
  return problem === 'TOO_LARGE' ? 'The file is larger than 50 MB.' : 'The file is empty.'
}

/** The message for chosen files, or null if all of them are allowed. If one isn't, none is accepted. */
export const refusedFilesMessage = (fileNames: string[]): string | null => {
  const bad = fileNames.filter((name) => !Object.hasOwn(UPLOAD_TYPES, fileExtension(name))).length
  if (bad === 0) return null
  if (fileNames.length === 1) return FILE_TYPE_NOT_ALLOWED
  return bad === 1 ? 'One of the files is not allowed.' : `${bad} of the files are not allowed.`
}

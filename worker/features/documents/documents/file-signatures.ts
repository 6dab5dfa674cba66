import {
  type FileProblem,
  fileExtension,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPES,
} from '../../../../schema/documents/documents/uploads.ts'

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, i) => bytes[i] === byte)
const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** Office Open XML is a zip archive whose entries show which program it belongs to. */
const isOfficeZip = (bytes: Uint8Array, folder: string) =>
  starts(bytes, 0x50, 0x4b, 0x03, 0x04) &&
  (latin(bytes.subarray(0, 65_536)).includes(folder) || latin(bytes.subarray(-65_536)).includes(folder))

const SIGNATURES: Record<string, (bytes: Uint8Array) => boolean> = {
  pdf: (b) => latin(b.subarray(0, 1024)).includes('%PDF-'),
  png: (b) => starts(b, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpg: (b) => starts(b, 0xff, 0xd8, 0xff),
  jpeg: (b) => starts(b, 0xff, 0xd8, 0xff),
  doc: (b) => starts(b, 0xd0, 0xcf, 0x11, 0xe0),
  docx: (b) => isOfficeZip(b, 'word/'),
  xlsx: (b) => isOfficeZip(b, 'xl/'),
  pptx: (b) => isOfficeZip(b, 'ppt/'),
}

/** Whether the content matches the extension of the name. */
const contentMatchesName = (fileName: string, bytes: Uint8Array): boolean => {
  const extension = fileExtension(fileName)
  return Object.hasOwn(SIGNATURES, extension) && SIGNATURES[extension]?.(bytes) === true
}

/** What is wrong with a file, or null if it can become a document. */
export const fileProblem = (fileName: string, bytes: Uint8Array): FileProblem | null => {
  if (!Object.hasOwn(UPLOAD_TYPES, fileExtension(fileName))) return 'TYPE_NOT_ALLOWED'
  if (bytes.byteLength > MAX_UPLOAD_BYTES) return 'TOO_LARGE'
  if (bytes.byteLength === 0) return 'EMPTY'
  return contentMatchesName(fileName, bytes) ? null : 'CONTENT_MISMATCH'
}

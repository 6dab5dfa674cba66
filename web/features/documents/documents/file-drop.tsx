import { UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import { FileDrop as AnyFileDrop, type FileDropProps } from '../../../ui/file-drop.tsx'

type Types = 'kinds' | 'extensions'
type DocumentDropProps = Omit<FileDropProps, Types> & Partial<Pick<FileDropProps, Types>>

/** Where documents are dropped or chosen. Types are checked by the shared rule, with the specification's messages. */
export const FileDrop = (props: DocumentDropProps) => (
  <AnyFileDrop kinds="PDF, DOCX, DOC, PPTX, XLSX, JPG, PNG" extensions={Object.keys(UPLOAD_TYPES)} {...props} />
)

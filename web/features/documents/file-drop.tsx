import '@mantine/dropzone/styles.layer.css'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { UPLOAD_TYPES } from '../../../schema/documents/values.ts'
import { formatBytes } from '../../lib/format.ts'
import classes from './documents.module.css'

const KINDS = 'PDF, DOCX, DOC, PPTX, XLSX, JPG, PNG'
const ACCEPT = Object.keys(UPLOAD_TYPES).map((extension) => `.${extension}`)

interface FileDropProps {
  id: string
  label: ReactNode
  path?: string | undefined
  onFiles: (files: File[]) => void
  single?: boolean
  invalid: boolean
  /** What it says; the server insists on it. */
  maxBytes: number
}

/** Where files are dropped or chosen. Types are checked by the shared rule, whose messages are the specification's. */
export const FileDrop = ({ id, label, path, onFiles, single = false, invalid, maxBytes }: FileDropProps) => (
  <Dropzone
    onDrop={onFiles}
    onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
    useFsAccessApi={false}
    multiple={!single}
    inputProps={{ id, accept: ACCEPT.join(','), 'aria-label': typeof label === 'string' ? label : 'Files' }}
    data-path={path}
    className={classes.drop ?? ''}
    data-invalid={invalid || undefined}
    p="sm"
  >
    <div className={classes.dropText}>
      <IconUpload size={20} aria-hidden />
      <span>
        Drop {single ? 'a file' : 'files'} here or <span className={classes.pick}>choose from your computer</span>
      </span>
      <span className={classes.hint}>
        {KINDS}, up to {formatBytes(maxBytes)}
      </span>
    </div>
  </Dropzone>
)

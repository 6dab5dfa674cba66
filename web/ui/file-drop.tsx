import '@mantine/dropzone/styles.layer.css'
import { Button, FileButton, InputWrapperContext } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { formatBytes } from '../lib/format.ts'
import classes from './file-drop.module.css'

export interface FileDropProps {
  id: string
  label: ReactNode
  path?: string | undefined
  onFiles: (files: File[]) => void
  single?: boolean
  invalid: boolean
  /** The most that one file may have. */
  maxBytes: number
  /** The types of files, in words, and their extensions. */
  kinds: string
  extensions: readonly string[]
}

/** Where files are dropped or chosen. Who takes them checks their types, with its own messages. */
export const FileDrop = ({
  id,
  label,
  path,
  onFiles,
  single = false,
  invalid,
  maxBytes,
  kinds,
  extensions,
}: FileDropProps) => (
  <>
    <Dropzone
      onDrop={onFiles}
      onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
      useFsAccessApi={false}
      // The keyboard reaches the browser's own file input, which has the name, help and message.
      activateOnKeyboard={false}
      multiple={!single}
      inputProps={{
        id,
        accept: extensions.map((extension) => `.${extension}`).join(','),
        'aria-label': typeof label === 'string' ? label : 'Files',
        // The help and the message of the surrounding field.
        'aria-describedby': use(InputWrapperContext)?.describedBy,
        'aria-invalid': invalid || undefined,
        tabIndex: 0,
        ...(path && { 'data-path': path }),
      }}
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
          {kinds}, up to {formatBytes(maxBytes)}
        </span>
      </div>
    </Dropzone>
    {extensions.includes('jpg') && <Photo label={label} onFiles={onFiles} />}
  </>
)

/** On a phone: the camera, without a way through the gallery. */
const Photo = ({ label, onFiles }: Pick<FileDropProps, 'label' | 'onFiles'>) => (
  <FileButton
    accept="image/*"
    capture="environment"
    inputProps={{ 'aria-label': `Photo for ${typeof label === 'string' ? label : 'Files'}` }}
    onChange={(file) => file && onFiles([file])}
  >
    {(props) => (
      <Button
        {...props}
        className={classes.photo ?? ''}
        variant="default"
        leftSection={<IconCamera size={16} aria-hidden />}
      >
        Take a photo
      </Button>
    )}
  </FileButton>
)

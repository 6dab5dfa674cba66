import { ActionIcon, Progress } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './documents.module.css'
import type { Upload } from './use-uploads.ts'

interface FileRowsProps {
  /** Ids of files that have arrived. */
  value: readonly string[]
  nameOf: (id: string) => string | undefined
  /** Instead of the name alone. */
  children?: (id: string, name: string) => ReactNode
  uploads: readonly Upload[]
  onRemove: (id: string) => void
  onCancel: (key: string) => void
}

/** Files that were chosen: those that have arrived, each with a button that removes it, and those on their way. */
export const FileRows = ({ value, nameOf, children, uploads, onRemove, onCancel }: FileRowsProps) => {
  if (value.length + uploads.length === 0) return null
  return (
    <ul className={classes.rows}>
      {value.map((id) => {
        const name = nameOf(id)
        return (
          <Row key={id} action={`Remove ${name ?? 'file'}`} onAction={() => onRemove(id)}>
            {children ? children(id, name ?? 'File') : (name ?? 'File')}
          </Row>
        )
      })}
      {uploads.map(({ key, fileName, progress }) => (
        <Row key={key} action={`Cancel ${fileName}`} onAction={() => onCancel(key)}>
          {fileName}
          <Progress value={progress * 100} size="xs" mt={4} aria-label={`Upload of ${fileName}`} />
        </Row>
      ))}
    </ul>
  )
}

const Row = ({ action, onAction, children }: { action: string; onAction: () => void; children: ReactNode }) => (
  <li className={classes.row}>
    <IconFileText size={20} stroke={1.5} aria-hidden className={classes.icon} />
    <div className={classes.file}>{children}</div>
    <ActionIcon variant="subtle" color="gray" aria-label={action} onClick={onAction}>
      <IconX size={16} />
    </ActionIcon>
  </li>
)

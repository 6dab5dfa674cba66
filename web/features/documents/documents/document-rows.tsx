import { ActionIcon, Checkbox, Progress, Skeleton, Tooltip } from '@mantine/core'
import { IconDownload, IconEye, IconFileText, IconFileTypePdf, IconPhoto, IconX } from '@tabler/icons-react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { fileExtension } from '../../../../schema/documents/documents/uploads.ts'
import { type Address, to } from '../../../lib/address.ts'
import { formatBytes } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import classes from './documents.module.css'
import { downloadDocument } from './download.ts'
import type { Upload } from './use-uploads.ts'
import { typeName } from './words.ts'

interface DocumentRowsProps {
  ids: string[]
  known: Map<string, DocumentView>
  loading: boolean
  uploads: Upload[]
  onCancel: (key: string) => void
  onPreview: (document: DocumentView) => void
  /** Links to the document's page, unless the list is part of a form that would be left. */
  hrefOf?: (id: string) => Address
  /** If missing, the list is read-only. */
  onRemove?: (id: string) => void
  /** Only these can be removed. Without it, all of them. */
  removable?: ReadonlySet<string>
  removing?: boolean
  /** Selected documents. If missing, none can be selected. */
  chosen?: ReadonlySet<string>
  onChoose?: (id: string, chosen: boolean) => void
}

export const FileIcon = ({ mimeType }: { mimeType: string }) => {
  const Icon =
    mimeType === 'application/pdf' ? IconFileTypePdf : mimeType.startsWith('image/') ? IconPhoto : IconFileText
  return <Icon size={20} stroke={1.5} aria-hidden className={classes.icon} />
}

export const hasPreview = ({ signedPreviewUrl, signedViewerUrl }: DocumentView): boolean =>
  signedPreviewUrl !== null || signedViewerUrl !== null

export const documentKind = ({ displayName, type }: Pick<DocumentView, 'displayName' | 'type'>): string =>
  [fileExtension(displayName).toUpperCase(), ...type.map(typeName)].filter(Boolean).join(' · ')

export const DocumentRows = (props: DocumentRowsProps) => {
  const { ids, known, loading, uploads, onCancel, onPreview, hrefOf, onRemove, removable, removing, chosen, onChoose } =
    props
  const mayRemove = (id: string): boolean => !removable || removable.has(id)
  if (ids.length === 0 && uploads.length === 0) return null
  return (
    <ul className={classes.rows}>
      {ids.map((id) => {
        const document = known.get(id)
        if (!document) {
          return (
            <li key={id} className={classes.row}>
              {loading ? (
                <Skeleton height={12} width="50%" />
              ) : (
                <span className={classes.hint}>You don’t have access</span>
              )}
              {onRemove && !loading && mayRemove(id) && (
                <Remove name="document" onClick={() => onRemove(id)} disabled={removing} />
              )}
            </li>
          )
        }
        return (
          <li key={id} className={classes.row}>
            {onChoose && (
              <Checkbox
                aria-label={`Select ${document.displayName}`}
                checked={chosen?.has(id) ?? false}
                onChange={(event) => onChoose(id, event.currentTarget.checked)}
              />
            )}
            <FileIcon mimeType={document.mimeType} />
            <div className={classes.file}>
              {hrefOf ? (
                <AppLink className={classes.name} href={hrefOf(id)}>
                  {document.displayName}
                </AppLink>
              ) : hasPreview(document) ? (
                <button type="button" data-name className={classes.name} onClick={() => onPreview(document)}>
                  {document.displayName}
                </button>
              ) : (
                <span className={classes.fileName}>{document.displayName}</span>
              )}
              <span className={classes.hint}>
                {documentKind(document)} · {formatBytes(document.size)} · <DateText instant={document.createdAt} />
              </span>
            </div>
            {hrefOf && hasPreview(document) && (
              <Tooltip label="Preview">
                <ActionIcon aria-label={`Preview ${document.displayName}`} onClick={() => onPreview(document)}>
                  <IconEye size={16} />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label="Download">
              <ActionIcon aria-label={`Download ${document.displayName}`} onClick={() => downloadDocument(id)}>
                <IconDownload size={16} />
              </ActionIcon>
            </Tooltip>
            {onRemove && mayRemove(id) && (
              <Remove name={document.displayName} onClick={() => onRemove(id)} disabled={removing} />
            )}
          </li>
        )
      })}
      {uploads.map((upload) => (
        <li key={upload.key} className={classes.row}>
          <IconFileText size={20} stroke={1.5} aria-hidden className={classes.icon} />
          <div className={classes.file}>
            <span className={classes.fileName}>{upload.fileName}</span>
            <Progress value={upload.progress * 100} size="xs" aria-label={`Uploading ${upload.fileName}`} />
          </div>
          <span className={classes.hint}>{Math.round(upload.progress * 100)}%</span>
          <Remove name={upload.fileName} verb="Cancel" onClick={() => onCancel(upload.key)} />
        </li>
      ))}
    </ul>
  )
}

interface RemoveProps {
  name: string
  verb?: string
  onClick: () => void
  disabled?: boolean | undefined
}

const Remove = ({ name, verb = 'Remove', onClick, disabled }: RemoveProps) => (
  <Tooltip label={verb}>
    <ActionIcon aria-label={`${verb} ${name}`} onClick={onClick} disabled={disabled ?? false}>
      <IconX size={16} />
    </ActionIcon>
  </Tooltip>
)

/** The vendor that a document is attached to, or who billed it. Some are in the accounting system only. */
export const VendorOf = ({ document: { vendor, billedBy } }: { document: DocumentView }) => {
  const { id, name } = vendor ?? billedBy ?? { id: null, name: null }
  if (!name) return <span aria-hidden>–</span>
  if (!id) return name
  return (
    <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: id })}>
      {name}
    </AppLink>
  )
}

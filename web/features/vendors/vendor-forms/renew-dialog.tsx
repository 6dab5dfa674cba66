import { Button, Group, Input, Progress, Stack } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { FileDrop, useUploads } from '../../documents/documents/index.ts'
import type { DocumentTarget, VendorDocument } from './document-api.ts'

interface RenewDialogProps {
  document: VendorDocument
  /** Who gets the new version. */
  holder: string
  upload: DocumentTarget['upload']
  renew: DocumentTarget['renew']
  invalidates: QueryKey[]
  onClose: () => void
}

/** A new version of a document that a customer has. */
export const RenewDialog = ({ document, holder, upload, renew, invalidates, onClose }: RenewDialogProps) => {
  const id = useId()
  const [file, setFile] = useState<{ id: string; name: string } | null>(null)
  const [expiresOn, setExpiresOn] = useState<string | null>(null)
  const [missing, setMissing] = useState<{ file?: string; expiresOn?: string }>({})
  const { uploads, problem, add } = useUploads((documentId, { name }) => {
    setFile({ id: documentId, name })
    setMissing((before) => ({ ...before, file: undefined }))
  }, upload)
  const renewal = useCommand({
    run: (body: { newDocumentId: string; expiresOn: string | null }, { commandId }) =>
      renew(document.id, body, commandId),
    success: `${holder} has the new version`,
    invalidates,
    onSuccess: onClose,
    onError: (error) => isApiError(error) && error.fields !== undefined,
  })
  const fields = isApiError(renewal.error) ? renewal.error.fields : undefined
  const asksDate = document.expiresOn !== null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const faults = {
      ...(!file && { file: 'Required' }),
      ...(asksDate && !expiresOn && { expiresOn: 'Required' }),
    }
    setMissing(faults)
    if (file && Object.keys(faults).length === 0) renewal.send({ newDocumentId: file.id, expiresOn })
  }
  const fileProblem = problem ?? missing.file ?? fields?.newDocumentId
  return (
    <Dialog opened onClose={onClose} title={`New version of ${document.fileName}`}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Input.Wrapper id={id} label="New file" withAsterisk error={fileProblem}>
            <FileDrop
              id={id}
              label="New file"
              single
              onFiles={add}
              invalid={fileProblem !== undefined}
              maxBytes={MAX_UPLOAD_BYTES}
            />
          </Input.Wrapper>
          {uploads.map(({ key, fileName, progress }) => (
            <Progress key={key} value={progress * 100} size="xs" aria-label={`Upload of ${fileName}`} />
          ))}
          {file && uploads.length === 0 && <p role="status">{file.name}</p>}
          <CalendarDateField
            label="Valid until"
            required={asksDate}
            value={expiresOn}
            onChange={setExpiresOn}
            error={missing.expiresOn ?? fields?.expiresOn}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={renewal.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={renewal.isPending} disabled={uploads.length > 0}>
              Give new version
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

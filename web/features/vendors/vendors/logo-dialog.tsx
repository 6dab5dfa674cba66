import { Button, FileInput, Group, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { isApiError } from '../../../lib/errors.ts'
import { UploadError } from '../../../lib/post-file.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { storeFile } from '../../documents/documents/index.ts'
import { setLogo, type Vendor, vendorKeys } from './api.ts'
import { VendorLogo } from './vendor-logo.tsx'
import classes from './vendors.module.css'

/** Sets a vendor's logo, or removes it. */
export const LogoDialog = ({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) => {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useCommand<File | null>({
    run: async (chosen, { commandId }) => {
      const name = chosen && (await storeFile(chosen, () => {}, new AbortController().signal))
      return setLogo(vendor.id, name, commandId)
    },
    success: (_, chosen) => (chosen ? 'Logo saved' : 'Logo removed'),
    invalidates: [vendorKeys.all],
    onSuccess: onClose,
    onError: (error) => {
      const text = error instanceof UploadError ? error.message : isApiError(error) ? error.fields?.name : undefined
      setProblem(text ?? null)
      return text ? true : undefined
    },
  })
  return (
    <Dialog opened onClose={onClose} title={`Logo of ${vendor.name}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (file) save.send(file)
          else setProblem('Choose an image')
        }}
      >
        <Stack gap="sm">
          <Group wrap="nowrap" align="flex-start">
            <VendorLogo name={vendor.name} logoUrl={vendor.logoUrl} size="large" />
            <FileInput
              className={classes.grow ?? ''}
              label="Picture"
              description="PNG or JPEG, at most 1 MB. Square images look best."
              placeholder="Choose a file"
              accept="image/png,image/jpeg"
              leftSection={<IconPhoto size={16} aria-hidden />}
              clearable
              value={file}
              onChange={(next) => {
                setFile(next)
                setProblem(null)
              }}
              error={problem}
            />
          </Group>
          <Group justify="flex-end" gap="xs" mt="xs">
            {vendor.logoUrl && (
              <Button variant="subtle" color="red" disabled={save.isPending} onClick={() => save.send(null)}>
                Remove logo
              </Button>
            )}
            <Button variant="default" onClick={onClose} disabled={save.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save logo
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

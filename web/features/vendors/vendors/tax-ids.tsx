import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core'
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { isMaskedTaxId } from '../../../../schema/shared/tax-ids.ts'
import { enteredTaxId } from '../../../../schema/vendors/vendors/values.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { VendorFormValues } from './form-values.ts'
import classes from './vendors.module.css'

type TaxIds = VendorFormValues['taxIds']

interface TaxIdsProps {
  value: TaxIds
  onChange: (value: TaxIds) => void
}

/** EIN and TIN numbers, each entered in a dialog. */
export const TaxIds = ({ value, onChange }: TaxIdsProps) => {
  const [edited, setEdited] = useState<TaxIds[number] | null>(null)
  const save = (entry: TaxIds[number]): void => {
    const isKnown = value.some(({ id }) => id === entry.id)
    onChange(isKnown ? value.map((other) => (other.id === entry.id ? entry : other)) : [...value, entry])
    setEdited(null)
  }
  return (
    <Input.Wrapper label="Taxpayer identification numbers (EIN/TIN)" labelElement="div">
      {value.length > 0 && (
        <ul className={classes.entries}>
          {value.map((entry) => (
            <li key={entry.id}>
              <span className={classes.entryText}>{entry.taxPayerIdentificationNumber}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Change ${entry.taxPayerIdentificationNumber}`}
                onClick={() => setEdited(entry)}
              >
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${entry.taxPayerIdentificationNumber}`}
                onClick={() => onChange(value.filter(({ id }) => id !== entry.id))}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited({ id: crypto.randomUUID(), taxPayerIdentificationNumber: '' })}
        >
          Add EIN/TIN
        </Button>
      </div>
      {edited && <TaxIdDialog entry={edited} onSave={save} onClose={() => setEdited(null)} />}
    </Input.Wrapper>
  )
}

interface TaxIdDialogProps {
  entry: TaxIds[number]
  onSave: (entry: TaxIds[number]) => void
  onClose: () => void
}

const TaxIdDialog = ({ entry, onSave, onClose }: TaxIdDialogProps) => {
  const isMasked = isMaskedTaxId(entry.taxPayerIdentificationNumber)
  const form = useBodyForm(
    { body: enteredTaxId },
    // A masked number only identifies itself. To change it, the whole new one is typed.
    { initial: { id: entry.id, taxPayerIdentificationNumber: isMasked ? '' : entry.taxPayerIdentificationNumber } },
  )
  return (
    <Dialog opened onClose={onClose} title={entry.taxPayerIdentificationNumber ? 'Change EIN/TIN' : 'Add EIN/TIN'}>
      <form
        noValidate
        onSubmit={(event) => {
          // The dialog is rendered elsewhere, but React passes its events to the surrounding form.
          event.stopPropagation()
          form.onSubmit((values) => onSave({ ...entry, ...form.bodyOf(values) }))(event)
        }}
      >
        <Stack gap="sm">
          <TextField
            label="EIN or TIN"
            description={isMasked ? `Replaces ${entry.taxPayerIdentificationNumber}` : undefined}
            required
            maxLength={60}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('taxPayerIdentificationNumber')}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save number</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

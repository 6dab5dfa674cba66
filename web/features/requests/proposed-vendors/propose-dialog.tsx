import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type ProposedVendor, proposeVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { useSimilar } from './api.ts'
import classes from './proposed-vendors.module.css'
import { SimilarList } from './similar-list.tsx'

type Known = Pick<ProposedVendor, 'name' | 'website' | 'contactName' | 'contactEmail' | 'country'>

interface ProposeDialogProps {
  initial: Partial<Known> & Pick<Known, 'name'>
  onClose: () => void
  /** A vendor that is there, or the proposed one. */
  onChoose: (vendorId: string) => void
}

const DEBOUNCE_MS = 400

/** What the person knows of a vendor that the company doesn't have yet. */
export const ProposeDialog = ({ initial, onClose, onChoose }: ProposeDialogProps) => {
  const { name, website = '', contactName = '', contactEmail = '', country = '' } = initial
  const { form, submit, isPending } = useEndpointForm(proposeVendor, {
    initial: { name, website, contactName, contactEmail, country },
    onSuccess: ({ id }) => onChoose(id),
  })
  const send = (event: FormEvent<HTMLFormElement>): void => {
    // The dialog may be in another form, which isn't sent with it.
    event.stopPropagation()
    submit(event)
  }
  return (
    <Dialog opened onClose={onClose} title="Propose a new vendor">
      <form onSubmit={send} noValidate className={classes.form}>
        <p className={classes.note}>The vendor is created when the request is approved.</p>
        <TextField
          label="Name"
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Similar name={form.values.name.trim()} website={form.values.website.trim()} onUse={onChoose} />
        <FieldPair>
          <TextField
            label="Website"
            placeholder="https://example.com"
            inputMode="url"
            autoComplete="off"
            maxLength={300}
            {...form.getInputProps('website')}
          />
          <TextField label="Country" autoComplete="off" maxLength={80} {...form.getInputProps('country')} />
          <TextField label="Contact name" autoComplete="off" maxLength={200} {...form.getInputProps('contactName')} />
          <TextField
            label="Contact email"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            {...form.getInputProps('contactEmail')}
          />
        </FieldPair>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Propose vendor
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

interface SimilarProps {
  name: string
  website: string
  onUse: (vendorId: string) => void
}

const Similar = ({ name, website, onUse }: SimilarProps) => {
  const [asked] = useDebouncedValue(`${name}\n${website}`, DEBOUNCE_MS)
  const [typed = '', address = ''] = asked.split('\n')
  const { data = [] } = useSimilar(typed, address)
  return (
    <div aria-live="polite">
      {data.length > 0 && <SimilarList vendors={data} action="Use this vendor instead" onUse={onUse} />}
    </div>
  )
}

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type ProposedVendor, settleProposedVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { proposedKeys } from './api.ts'
import classes from './proposed-vendors.module.css'
import { SimilarList } from './similar-list.tsx'

interface SettleProps {
  vendor: ProposedVendor
  onSettled: () => void
}

/** The request was approved, but another vendor was added that may be the same. */
export const Settle = ({ vendor, onSettled }: SettleProps) => {
  const { id, doubles, canSettle } = vendor
  const [isMaking, setMaking] = useState(false)
  const use = useCommand({
    run: (vendorId: string, { commandId }) =>
      call(settleProposedVendor, { params: { proposedVendorId: id }, body: { vendorId }, commandId }),
    success: 'The request uses this vendor now',
    invalidates: [proposedKeys.one(id)],
    onSuccess: onSettled,
  })
  return (
    <>
      {doubles.length > 0 && (
        <SimilarList
          vendors={doubles}
          isBusy={use.isPending}
          {...(canSettle && { action: 'Use this vendor instead', onUse: use.send })}
        />
      )}
      <p className={classes.note}>
        The request was approved, but the vendor wasn’t created, because another one that may be the same was added
        meanwhile.
        {!canSettle && ' A vendor admin or the future owner decides.'}
      </p>
      {canSettle && (
        <div>
          <Button variant="default" size="compact-sm" disabled={use.isPending} onClick={() => setMaking(true)}>
            Create as a new vendor
          </Button>
        </div>
      )}
      {isMaking && <MakeDialog vendor={vendor} onClose={() => setMaking(false)} onSettled={onSettled} />}
    </>
  )
}

const MakeDialog = ({ vendor, onClose, onSettled }: SettleProps & { onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(settleProposedVendor, {
    params: { proposedVendorId: vendor.id },
    initial: { name: vendor.name },
    toBody: ({ name }) => ({ vendorId: null, name }),
    success: 'Vendor created',
    invalidates: [proposedKeys.one(vendor.id)],
    onSuccess: () => {
      onClose()
      onSettled()
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Create as a new vendor">
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextField
          label="Name"
          description="Two vendors can’t have the same name."
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create vendor
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

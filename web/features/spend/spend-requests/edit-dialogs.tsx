import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import {
  changeSpendServices,
  setSpendWatchers,
  setVendorSigner,
} from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { SubjectWatchers } from '../../requests/submissions/index.ts'
import { type SpendRequest, spendKeys } from './api.ts'

interface DialogProps {
  spend: SpendRequest
  onClose: () => void
}

const Footer = ({ label, isPending, onClose }: { label: string; isPending: boolean; onClose: () => void }) => (
  <Group justify="flex-end" mt="lg">
    <Button variant="default" onClick={onClose} disabled={isPending}>
      Cancel
    </Button>
    <Button type="submit" loading={isPending}>
      {label}
    </Button>
  </Group>
)

export const WatchersDialog = ({ spend, onClose }: DialogProps) => {
  // Only changes made here are sent, so that other people's saves meanwhile stay.
  const [seenWatcherIds] = useState(spend.watchers.map(({ id }) => id))
  const { form, submit, isPending } = useEndpointForm(setSpendWatchers, {
    params: { id: spend.id },
    initial: { watcherIds: seenWatcherIds },
    toBody: ({ watcherIds }) => ({ watcherIds, seenWatcherIds }),
    success: 'Watchers saved',
    invalidates: [spendKeys.one(spend.id)],
    onSuccess: onClose,
  })
  const field = form.getInputProps('watcherIds')
  return <SubjectWatchers noun="spend request" watchers={spend.watchers} {...{ field, submit, isPending, onClose }} />
}

export const ServicesDialog = ({ spend, onClose }: DialogProps) => {
  const linked = spend.services.map(({ id }) => id)
  const { form, submit, isPending } = useEndpointForm(changeSpendServices, {
    params: { spendRequestId: spend.id },
    initial: { serviceIds: linked },
    toBody: ({ serviceIds }) => ({
      serviceIdsToAdd: serviceIds.filter((id) => !linked.includes(id)),
      serviceIdsToRemove: linked.filter((id) => !serviceIds.includes(id)),
    }),
    fields: { serviceIdsToAdd: 'serviceIds', serviceIdsToRemove: 'serviceIds' },
    success: 'Services saved',
    invalidates: [spendKeys.one(spend.id)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Linked services">
      <form onSubmit={submit} noValidate>
        <AsyncOptionSelect
          multiple
          kind="service"
          label="Services"
          description="What this spend request pays for."
          known={spend.services.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('serviceIds')}
        />
        <Footer label="Save services" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

export const SignerDialog = ({ spend, onClose }: DialogProps) => {
  const { vendor } = spend
  const { form, submit, isPending } = useEndpointForm(setVendorSigner, {
    params: { spendRequestId: spend.id },
    initial: { signerId: vendor.signer?.id ?? null } as { signerId: string | null },
    toBody: ({ signerId }) => ({ vendorId: vendor.id, signerId }),
    success: 'Signer saved',
    invalidates: [spendKeys.one(spend.id)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={`Who signs for ${vendor.name}`}>
      <form onSubmit={submit} noValidate>
        <Text mb="md">This person is the vendor’s signer everywhere, not only on this spend request.</Text>
        <AsyncOptionSelect kind="member" label="Signer" placeholder="No one" {...form.getInputProps('signerId')} />
        <Footer label="Save signer" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

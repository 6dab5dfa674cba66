import { useState } from 'react'
import { setBillWatchers } from '../../../../schema/money/bills/acting-endpoints.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { SubjectWatchers } from '../../requests/submissions/index.ts'
import { type Bill, billKeys } from './api.ts'

export const WatchersDialog = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
  // Only changes made here are sent, so that other people's saves meanwhile stay.
  const [seenWatcherIds] = useState(bill.watchers.map(({ id }) => id))
  const { form, submit, isPending } = useEndpointForm(setBillWatchers, {
    params: { billId: bill.id },
    initial: { watcherIds: seenWatcherIds },
    toBody: ({ watcherIds }) => ({ watcherIds, seenWatcherIds }),
    success: 'Watchers saved',
    invalidates: [billKeys.one(bill.id)],
    onSuccess: onClose,
  })
  const field = form.getInputProps('watcherIds')
  return <SubjectWatchers noun="bill" watchers={bill.watchers} {...{ field, submit, isPending, onClose }} />
}

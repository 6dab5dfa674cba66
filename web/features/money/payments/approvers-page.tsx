import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getApprovers, saveApprovers } from '../../../../schema/money/payments/details-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { saidOfGuarded } from '../../platform/guarded/index.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { paymentKeys } from './api.ts'
import { ApproversFault } from './attention.tsx'
import { PaymentsSettingsTabs } from './settings-tabs.tsx'

const KEY = [...paymentKeys.all, 'approvers']

/** Settings › Payments › Payment details approvers. */
export const ApproversPage = () => {
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(getApprovers, { signal }) })
  const [asked, setAsked] = useState(0)
  return (
    <>
      <PageHeader
        title="Payment details approvers"
        subtitle="Who confirms bank details of vendors before anything is paid to them."
      />
      <PaymentsSettingsTabs current="approvers" />
      <ApproversFault />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ApproversForm key={asked} groups={data.groups} onWaits={() => setAsked(asked + 1)} />
      ) : (
        <PageSpinner />
      )}
    </>
  )
}

interface ApproversFormProps {
  groups: { id: string; name: string }[]
  /** What was asked for waits, so that the form shows what holds. */
  onWaits: () => void
}

const ApproversForm = ({ groups, onWaits }: ApproversFormProps) => {
  const { form, submit, isPending } = useEndpointForm(saveApprovers, {
    initial: { groupIds: groups.map(({ id }) => id) },
    success: saidOfGuarded('Approvers saved'),
    invalidates: [paymentKeys.all],
    onSuccess: ({ waits }) => waits && onWaits(),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={560}>
        <AsyncOptionSelect
          kind="group"
          multiple
          label="Groups"
          description="Members who have payments access. Without a group, admins confirm."
          known={groups.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('groupIds')}
        />
        <Text size="sm" c="dimmed">
          No one confirms what they entered. Details that replace confirmed ones need two approvers, and payments to the
          vendor are held for 24 hours.
        </Text>
        <Group justify="flex-start">
          <Button type="submit" loading={isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

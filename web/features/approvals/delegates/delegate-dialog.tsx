import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { type Delegation, setOwnDelegate } from '../../../../schema/approvals/delegates/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { CATEGORIES, candidates, type Delegator } from './api.ts'
import classes from './delegates.module.css'

interface DelegateDialogProps {
  delegator: Delegator
  /** Null for a new one. */
  delegation: Delegation | null
  /** The user id that a new one starts with. */
  startsWith?: string
  opened: boolean
  onClose: () => void
}

export const DelegateDialog = ({ opened, ...props }: DelegateDialogProps) => (
  <Dialog opened={opened} onClose={props.onClose} title={props.delegation ? 'Edit delegate' : 'Add delegate'}>
    {opened && <DelegateForm {...props} />}
  </Dialog>
)

const DelegateForm = ({ delegator, delegation, startsWith, onClose }: Omit<DelegateDialogProps, 'opened'>) => {
  const { userId, name } = delegator
  const { currency } = useCompany()
  const source = useMemo(() => candidates(userId), [userId])
  const { form, submit, isPending } = useEndpointForm(setOwnDelegate, {
    initial: {
      userId: delegation?.user.id ?? startsWith ?? null,
      note: delegation?.note ?? '',
      startsOn: delegation?.startsOn ?? null,
      endsOn: delegation?.endsOn ?? null,
      categoryIds: delegation?.categories?.map(({ id }) => id) ?? [],
      maxAmount: delegation?.maxAmount ?? null,
    },
    run: (body, { commandId }) => delegator.save(body, commandId),
    // The admin's endpoint has another name for the delegate.
    fields: { delegateUserId: 'userId' },
    success: ({ user }) =>
      delegation ? 'Delegate saved' : `${fullName(user)} added as ${name ? `a delegate of ${name}` : 'your delegate'}`,
    invalidates: [delegator.key],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      <AsyncOptionSelect
        kind="member"
        source={source}
        label="Delegate"
        description={`Can approve what’s waiting for ${name ?? 'you'}, but never their own requests.`}
        placeholder="Search by name"
        required
        readOnly={delegation !== null}
        {...(delegation ? { known: [{ value: delegation.user.id, label: fullName(delegation.user) }] } : {})}
        {...form.getInputProps('userId')}
      />
      <div className={classes.period}>
        <CalendarDateField
          label="From"
          description="First day. Blank means from today."
          {...form.getInputProps('startsOn')}
        />
        <CalendarDateField
          label="Until"
          description="Last day. Blank means until you remove them."
          {...form.getInputProps('endsOn')}
        />
      </div>
      <div className={classes.limits}>
        <AsyncOptionSelect
          kind="request-category"
          source={CATEGORIES}
          multiple
          label="Only in these categories"
          description="Request and spend categories. Blank means all. A spend request counts only if every line is in one of them."
          placeholder="All categories"
          known={(delegation?.categories ?? []).map(({ id, name: label }) => ({ value: id, label }))}
          {...form.getInputProps('categoryIds')}
        />
        <MoneyField
          label="Only up to"
          description={`In ${currency}. Blank means any amount. What costs more or has no amount stays with ${name ?? 'you'}.`}
          defaultCurrency={currency}
          {...form.getInputProps('maxAmount')}
        />
      </div>
      <TextArea
        mt="md"
        label="Note"
        description={`Why, and what to look out for. ${name ? 'The member, the' : 'Your'} delegate and admins can read it.`}
        maxLength={500}
        minRows={2}
        {...form.getInputProps('note')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {delegation ? 'Save delegate' : 'Add delegate'}
        </Button>
      </Group>
    </form>
  )
}

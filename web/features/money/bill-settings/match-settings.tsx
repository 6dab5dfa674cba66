import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  getMatchSettings,
  type MatchSettings,
  setMatchSettings,
} from '../../../../schema/money/bills/match-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { Section } from '../../../ui/details.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'

const KEY = ['bill-settings', 'match']

/** By how much a bill may be over its purchase order, and who approves more. */
export const MatchSettingsSection = () => {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(getMatchSettings, { signal }),
  })
  return (
    <Section id="order-match" title="Purchase order match">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <MatchForm key={data.version} settings={data} />
      ) : (
        <PageSpinner />
      )}
    </Section>
  )
}

const MatchForm = ({ settings }: { settings: MatchSettings }) => {
  const { currency } = useCompany()
  const { form, submit, isPending } = useEndpointForm(setMatchSettings, {
    initial: {
      ...{ percent: settings.percent, amount: settings.amount },
      groupIds: settings.groups.map(({ id }) => id),
      userIds: settings.users.map(({ id }) => id),
    },
    toBody: (values) => ({ ...values, version: settings.version }),
    success: 'Tolerance saved',
    invalidates: [KEY, ['bills', 'order']],
  })
  const { amount, percent } = form.values
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={640}>
        <p>
          A bill for a purchase order is compared with what the order has open. If it is over by more than this, an
          approval is added that says by how much. If both are set, the smaller one counts. If neither is, any amount
          over needs the approval.
        </p>
        <FieldPair>
          <NumberInput
            label="Percent of the order"
            suffix="%"
            min={0}
            max={100}
            decimalScale={2}
            hideControls
            error={form.errors.percent}
            value={percent ?? ''}
            onChange={(value) => form.setFieldValue('percent', typeof value === 'number' ? value : null)}
          />
          <MoneyField
            label="Amount"
            error={form.errors.amount}
            defaultCurrency={currency}
            value={amount === null ? null : { value: amount, currency }}
            onChange={(money) => form.setFieldValue('amount', money?.value ?? null)}
          />
        </FieldPair>
        <AsyncOptionSelect
          kind="group"
          multiple
          label="Groups that approve"
          description="Admins approve if no group and no person is chosen."
          known={settings.groups.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('groupIds')}
        />
        <AsyncOptionSelect
          kind="member"
          multiple
          label="People who approve"
          known={settings.users.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('userIds')}
        />
        <Group justify="flex-start">
          <Button type="submit" loading={isPending}>
            Save tolerance
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

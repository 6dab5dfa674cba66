import { Button, Group, Stack } from '@mantine/core'
import { setLimits } from '../../../../schema/money/payments/run-endpoints.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { Section } from '../../../ui/details.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { paymentKeys } from './api.ts'
import { useLimits } from './run-api.ts'

const usd = (value: number): Money | null => ({ value, currency: PAYMENTS_CURRENCY })

/** The limits that the company pays within. */
export const LimitsSection = () => {
  const { data } = useLimits()
  return (
    <Section id="limits" title="Limits">
      {data && <LimitsForm {...data} />}
    </Section>
  )
}

const LimitsForm = ({ runLimit, freeBelow }: { runLimit: number; freeBelow: number }) => {
  const { form, submit, isPending } = useEndpointForm(setLimits, {
    initial: { runLimit: usd(runLimit), freeBelow: usd(freeBelow) },
    toBody: (values) => ({ runLimit: values.runLimit?.value ?? null, freeBelow: values.freeBelow?.value ?? null }),
    // What loosens a limit waits, and the answer says what holds.
    success: (held, asked) =>
      held.runLimit === asked.runLimit && held.freeBelow === asked.freeBelow
        ? 'Limits saved'
        : 'Waiting for a second person',
    invalidates: [paymentKeys.all],
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={560}>
        <MoneyField
          label="Second person from"
          description="Payments that one person starts in a day and that come to this much or more are confirmed by someone else."
          defaultCurrency={PAYMENTS_CURRENCY}
          {...form.getInputProps('runLimit')}
        />
        <MoneyField
          label="Anyone may pay below"
          description="Who entered the bill or confirmed the bank details may start smaller payments. Zero for none."
          defaultCurrency={PAYMENTS_CURRENCY}
          {...form.getInputProps('freeBelow')}
        />
        <Group justify="flex-start">
          <Button type="submit" loading={isPending}>
            Save limits
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

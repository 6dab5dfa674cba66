import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { setLimits } from '../../../../schema/money/payments/run-endpoints.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { Section } from '../../../ui/details.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { saidOfGuarded } from '../../platform/guarded/index.ts'
import { paymentKeys } from './api.ts'
import { useLimits } from './run-api.ts'

const usd = (value: number): Money | null => ({ value, currency: PAYMENTS_CURRENCY })

/** The limits that the company pays within. */
export const LimitsSection = () => {
  const { data, isLoading } = useLimits()
  useNotYet(isLoading)
  const [asked, setAsked] = useState(0)
  return (
    <Section id="limits" title="Limits">
      {data && <LimitsForm key={asked} {...data} onWaits={() => setAsked(asked + 1)} />}
    </Section>
  )
}

interface LimitsFormProps {
  runLimit: number
  freeBelow: number
  /** What was asked for waits, so that the form shows what holds. */
  onWaits: () => void
}

const LimitsForm = ({ runLimit, freeBelow, onWaits }: LimitsFormProps) => {
  const { form, submit, isPending } = useEndpointForm(setLimits, {
    initial: { runLimit: usd(runLimit), freeBelow: usd(freeBelow) },
    toBody: (values) => ({ runLimit: values.runLimit?.value ?? null, freeBelow: values.freeBelow?.value ?? null }),
    success: saidOfGuarded('Limits saved'),
    invalidates: [paymentKeys.all],
    onSuccess: ({ waits }) => waits && onWaits(),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={560}>
        <MoneyField
          label="Second person from"
          description="Someone else must confirm once one person’s payments in a day reach this amount."
          defaultCurrency={PAYMENTS_CURRENCY}
          {...form.getInputProps('runLimit')}
        />
        <MoneyField
          label="Anyone may pay below"
          description="Below this amount, people who entered the bill or confirmed the bank details can pay it, too. Enter 0 to allow none."
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

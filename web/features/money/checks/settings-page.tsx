import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { setCheckSettings } from '../../../../schema/money/checks/endpoints.ts'
import {
  CHECK_MODE_WORDS,
  CHECK_MODES,
  CHECK_RULE_HELP,
  CHECK_RULE_WORDS,
  CHECK_RULES,
  type CheckSettings,
} from '../../../../schema/money/checks/values.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import { Section } from '../../../ui/details.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { zoneOptions } from '../../../ui/fields/zone-options.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { saidOfGuarded } from '../../platform/guarded/index.ts'
import { CHECKS_CHANGED, settingsQuery } from './api.ts'
import classes from './checks.module.css'
import { EmployeeAccounts } from './employee-accounts.tsx'

/**
 * Settings › Payments › Checks.
 * @param tabs the other settings of payments
 */
export const CheckSettingsPage = ({ tabs }: { tabs: ReactNode }) => {
  const { data, error, refetch } = useQuery(settingsQuery)
  const [asked, setAsked] = useState(0)
  return (
    <>
      <PageHeader title="Checks" tabTitle="Check settings" subtitle="Checks that run before a payment goes out." />
      {tabs}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <SettingsForm
            key={asked}
            settings={data.settings}
            currency={data.currency as Currency}
            onWaits={() => setAsked(asked + 1)}
          />
          <EmployeeAccounts />
        </>
      ) : (
        <PageSpinner />
      )}
    </>
  )
}

const MODES = CHECK_MODES.map((value) => ({ value, label: CHECK_MODE_WORDS[value] }))

interface SettingsFormProps {
  settings: CheckSettings
  currency: Currency
  /** What was asked for waits, so that the form shows what holds. */
  onWaits: () => void
}

const SettingsForm = ({ settings, currency, onWaits }: SettingsFormProps) => {
  const amount = (value: number): Money | null => ({ value, currency })
  const { form, submit, isPending } = useEndpointForm(setCheckSettings, {
    initial: {
      ...settings,
      splitLimit: amount(settings.splitLimit),
      firstPaymentLimit: amount(settings.firstPaymentLimit),
      offHoursFrom: amount(settings.offHoursFrom),
    },
    toBody: (values) => ({
      ...values,
      splitLimit: values.splitLimit?.value ?? null,
      firstPaymentLimit: values.firstPaymentLimit?.value ?? null,
      offHoursFrom: values.offHoursFrom?.value ?? null,
    }),
    success: saidOfGuarded('Checks saved'),
    onSuccess: ({ waits }) => waits && onWaits(),
    invalidates: CHECKS_CHANGED,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Section id="rules" title="What happens" first>
        <div className={classes.rules}>
          {CHECK_RULES.map((rule) => (
            <div key={rule} className={classes.rule}>
              <div>
                <p>{CHECK_RULE_WORDS[rule]}</p>
                <p className={classes.note}>{CHECK_RULE_HELP[rule]}</p>
              </div>
              <OptionSelect
                aria-label={CHECK_RULE_WORDS[rule]}
                required
                options={MODES}
                {...form.getInputProps(`modes.${rule}`)}
              />
            </div>
          ))}
        </div>
      </Section>
      <Section id="limits" title="Limits">
        <Stack gap="md" maw={560}>
          <NumberField
            label="Same amount within"
            description="Days between the invoice dates of two bills of a vendor."
            required
            decimals={0}
            suffix=" days"
            {...form.getInputProps('similarDays')}
          />
          <MoneyField
            label="Split limit"
            description="Bills below the limit that reach it when added up."
            required
            defaultCurrency={currency}
            {...form.getInputProps('splitLimit')}
          />
          <NumberField
            label="Split within"
            description="Days in which the same person entered them."
            required
            decimals={0}
            suffix=" days"
            {...form.getInputProps('splitDays')}
          />
          <MoneyField
            label="Large first payment from"
            required
            defaultCurrency={currency}
            {...form.getInputProps('firstPaymentLimit')}
          />
          <NumberField
            label="Bank details are new for"
            description="Days after someone entered them."
            required
            decimals={0}
            suffix=" days"
            {...form.getInputProps('detailsDays')}
          />
          <NumberField
            label="Earlier invoice numbers"
            description="Bills needed before a vendor’s invoice numbers show a pattern."
            required
            decimals={0}
            suffix=" bills"
            {...form.getInputProps('patternBills')}
          />
        </Stack>
      </Section>
      <Section id="hours" title="Working hours">
        <Stack gap="md" maw={560}>
          <Group grow align="flex-start">
            <TextField label="Day starts" required placeholder="06:00" {...form.getInputProps('dayStart')} />
            <TextField label="Day ends" required placeholder="22:00" {...form.getInputProps('dayEnd')} />
          </Group>
          <OptionSelect
            label="Time zone"
            placeholder="Each person’s own"
            description="Blank means the time zone of the person who made the change. Saturdays and Sundays are weekends."
            options={zoneOptions()}
            {...form.getInputProps('timeZone')}
          />
          <MoneyField
            label="Only bills from"
            description="Smaller bills may be entered at any time."
            required
            defaultCurrency={currency}
            {...form.getInputProps('offHoursFrom')}
          />
          <Group justify="flex-start">
            <Button type="submit" loading={isPending}>
              Save checks
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  )
}

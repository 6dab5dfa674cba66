import { Alert, Button, Checkbox, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  getDecisionLinkSettings,
  type DecisionLinkSettings as Settings,
  saveDecisionLinkSettings,
} from '../../../../schema/approvals/decision-links/endpoints.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { call } from '../../../lib/rest.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { PartSkeleton } from '../../../ui/settling/part-skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './decision-links.module.css'

const settingsQuery = queryOptions({
  queryKey: ['decision-links'],
  queryFn: ({ signal }) => call(getDecisionLinkSettings, { signal }),
})

/** Whether people decide from emails, and up to which amount. */
export const DecisionLinkSettings = ({ currency }: { currency: Currency }) => {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <PartSkeleton height={160} />
  return <Form key={data.version} settings={data} currency={currency} />
}

const Form = ({
  settings: { version, isLoginRequired, ...initial },
  currency,
}: {
  settings: Settings
  currency: Currency
}) => {
  const { form, submit, isPending, theirs } = useEndpointForm(saveDecisionLinkSettings, {
    initial,
    edited: { version, read: () => call(getDecisionLinkSettings, {}) },
    success: 'Settings saved',
    invalidates: [settingsQuery.queryKey],
  })
  const { enabled, maxAmount } = form.getValues()
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-labelledby="decision-links">
      <div>
        <h2 id="decision-links">Deciding from emails</h2>
        <Text size="sm" c="dimmed">
          Emails that ask for a decision have a link for their reader alone. It opens a page where they approve, reject
          or ask without signing in. It works for a week, until something changes or they sign out everywhere.
        </Text>
      </div>
      {theirs && theirs !== 'gone' && (
        <Alert role="alert" color="yellow" title="Someone else changed these settings">
          Saving again replaces theirs.
        </Alert>
      )}
      <Checkbox label="People can decide from emails" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      {enabled && isLoginRequired && (
        <Text size="sm">
          Your company requires a login method, so links ask to sign in for any amount above 0 meanwhile.
        </Text>
      )}
      {enabled && (
        <div className={classes.limit}>
          <MoneyField
            label="Ask to sign in above"
            description="Leave it empty for any amount."
            defaultCurrency={currency}
            value={maxAmount === null ? null : { value: maxAmount, currency }}
            onChange={(amount) => form.setFieldValue('maxAmount', amount?.value ?? null)}
            error={form.errors.maxAmount}
          />
        </div>
      )}
      <div>
        <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
          Save settings
        </Button>
      </div>
    </form>
  )
}

import { Alert, Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { type SignUpPreview, startCompany } from '../../../../schema/platform/sign-up/endpoints.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { browserTimeZone } from '../../../lib/browser-time-zone.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { zoneOptions } from '../../../ui/fields/zone-options.ts'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { currencyText } from '../company/index.ts'
import { loadSamples } from '../sample-data/index.ts'
import { loginClasses as classes, exchangeLoginToken } from '../session/index.ts'
import { start } from './api.ts'

const WITH = ['SAMPLES', 'EMPTY'] as const
type With = (typeof WITH)[number]

/** Where each way of starting continues: a look around, or the first category. */
const NEXT: Record<With, string> = { SAMPLES: '/', EMPTY: '/settings/intake-categories/templates' }

interface StartFormProps {
  token: string
  preview: SignUpPreview
  /** From then on the link counts as used, whatever is asked about it. */
  onStarting: () => void
}

/** Names the company and its first admin, and opens it. */
export const StartForm = ({ token, preview: { email, belongsTo, signedInAs }, onStarting }: StartFormProps) => {
  const [startsWith, setStartsWith] = useState<With>('SAMPLES')
  // A new session is followed by a full page load.
  const open = () => window.location.replace(NEXT[startsWith])
  const samples = useCommand({
    run: (_: undefined, { commandId }) => loadSamples(commandId),
    onSuccess: open,
    // Home offers it again.
    onError: () => {
      open()
      return true
    },
  })
  const form = useBodyForm(startCompany, {
    initial: {
      companyName: '',
      firstName: '',
      lastName: '',
      currency: 'USD' as Currency,
      timeZone: browserTimeZone(),
    },
    toBody: (values) => ({ ...values, token }),
  })
  const command = useCommand({
    form,
    run: async (body: Parameters<typeof start>[0], { commandId }) => {
      onStarting()
      const { loginTokenId } = await start(body, commandId)
      await exchangeLoginToken(loginTokenId)
    },
    onSuccess: () => (startsWith === 'SAMPLES' ? samples.send(undefined) : open()),
  })
  return (
    <form className={classes.form} onSubmit={form.onSubmit(() => command.send(form.bodyOf(form.values)))} noValidate>
      <h1 className={classes.title}>Start your company</h1>
      {belongsTo.length > 0 && (
        <Alert variant="light">
          {email} already belongs to {belongsTo.join(', ')}.{' '}
          <AppLink href={to('/login', {}, { email })} className="ol-link">
            Log in there
          </AppLink>{' '}
          unless you want to start another company.
        </Alert>
      )}
      <TextField
        label="Company name"
        required
        maxLength={120}
        autoComplete="organization"
        autoFocus
        {...form.getInputProps('companyName')}
      />
      <FieldPair>
        <TextField
          label="First name"
          required
          maxLength={100}
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <TextField
          label="Last name"
          required
          maxLength={100}
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
      </FieldPair>
      <OptionSelect
        label="Company currency"
        description={currencyText(form.values.currency, true)}
        required
        options={CURRENCIES.map((code) => ({ value: code, label: code }))}
        {...form.getInputProps('currency')}
      />
      <OptionSelect label="Time zone" required options={zoneOptions()} {...form.getInputProps('timeZone')} />
      <Radio.Group label="Start with" value={startsWith} onChange={(value) => setStartsWith(value as With)}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="SAMPLES"
            label="Sample data"
            description="Vendors, services and requests to look around in. One click removes them."
          />
          <Radio
            value="EMPTY"
            label="An empty company"
            description="You choose a template for your first requests next."
          />
        </Stack>
      </Radio.Group>
      {signedInAs && <p className={classes.text}>You’re signed in as {signedInAs} now and will be signed out.</p>}
      <Button type="submit" size="md" fullWidth loading={command.isPending || samples.isPending}>
        Start company
      </Button>
      <p className={classes.note} role="status">
        {samples.isPending ? 'Loading sample data…' : `You’ll log in with ${email}.`}
      </p>
    </form>
  )
}

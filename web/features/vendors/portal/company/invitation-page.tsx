import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { acceptByLink, type InvitationPreview } from '../../../../../schema/vendors/portal/invitations.ts'
import { VENDOR_TYPE_WORDS, VENDOR_TYPES } from '../../../../../schema/vendors/portal/values.ts'
import { to } from '../../../../lib/address.ts'
import { browserTimeZone } from '../../../../lib/browser-time-zone.ts'
import { errorMessage } from '../../../../lib/errors.ts'
import { saveRedirect } from '../../../../lib/redirect.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import { PageSpinner } from '../../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../../ui/page-title.ts'
import { announceSessionChange, LoginCard, loginClasses, loginSearch } from '../../../platform/session/index.ts'
import { acceptLink, rejectLink, useInvitationPreview } from './api.ts'
import classes from './company.module.css'

/** The page of an invitation's link. Opening it changes nothing. */
export const InvitationPage = ({ token }: { token: string | undefined }) => {
  usePageTitle('Invitation')
  const { data, error } = useInvitationPreview(token)
  const [isDeclined, setDeclined] = useState(false)
  if (token === undefined || error) {
    return (
      <Told
        title="This invitation doesn’t work"
        text={error ? errorMessage(error) : 'The link is incomplete. Open it from the email again.'}
      />
    )
  }
  if (isDeclined) return <Told title="Invitation declined" text="The company that invited you will be told." />
  if (!data) return <PageSpinner />
  return (
    <LoginCard>
      <div className={loginClasses.form}>
        <h1 className={loginClasses.title}>{data.companyName} invites you</h1>
        <p className={loginClasses.text}>
          {data.invitedByName} asks you to work with {data.companyName} for {data.vendorName}, as{' '}
          <strong>{data.email}</strong>.
        </p>
        {data.message && <q className={classes.message}>{data.message}</q>}
        {data.hasAccount ? <LogIn preview={data} /> : <Accept token={token} preview={data} />}
        <Decline token={token} onDeclined={() => setDeclined(true)} />
      </div>
    </LoginCard>
  )
}

const Told = ({ title, text }: { title: string; text: string }) => (
  <LoginCard>
    <div className={loginClasses.form}>
      <h1 className={loginClasses.title}>{title}</h1>
      <p className={loginClasses.text}>{text}</p>
      <Button component={AppLink} href={to('/v/login')} variant="default">
        Vendor login
      </Button>
    </div>
  </LoginCard>
)

/** The link doesn't open an account that exists. */
const LogIn = ({ preview: { email, signedInAs } }: { preview: InvitationPreview }) => (
  <>
    <p className={loginClasses.text}>You already have an account. Log in to accept.</p>
    <Button
      component={AppLink}
      href={signedInAs === email ? to('/v/home') : to('/v/login', {}, loginSearch.parse({ email }))}
      size="md"
      fullWidth
      onClick={() => saveRedirect('/v/home')}
    >
      {signedInAs === email ? 'Go to the invitation' : 'Log in'}
    </Button>
  </>
)

const Accept = ({ token, preview }: { token: string; preview: InvitationPreview }) => {
  const { email, vendorName, signedInAs } = preview
  const { form, submit, isPending, isSuccess } = useEndpointForm(acceptByLink, {
    initial: {
      firstName: '',
      lastName: '',
      vendorCompanyName: vendorName,
      vendorType: 'BUSINESS' as 'BUSINESS' | 'INDIVIDUAL',
    },
    toBody: (values) => ({ ...values, token, timezone: browserTimeZone() }),
    run: (body, { commandId }) => acceptLink(body, commandId),
    onSuccess: () => {
      announceSessionChange()
      window.location.replace('/v/home')
    },
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FieldPair>
        <TextField
          label="First name"
          required
          maxLength={100}
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <TextField label="Last name" maxLength={100} autoComplete="family-name" {...form.getInputProps('lastName')} />
      </FieldPair>
      <TextField
        label="Your company"
        required
        maxLength={200}
        autoComplete="organization"
        {...form.getInputProps('vendorCompanyName')}
      />
      <Radio.Group label="Type" {...form.getInputProps('vendorType')}>
        <div className={classes.radios}>
          {VENDOR_TYPES.map((value) => (
            <Radio key={value} value={value} label={VENDOR_TYPE_WORDS[value]} />
          ))}
        </div>
      </Radio.Group>
      {signedInAs && signedInAs !== email && (
        <p className={loginClasses.text}>You’re signed in as {signedInAs} now and will be signed out.</p>
      )}
      <Button type="submit" size="md" fullWidth loading={isPending || isSuccess}>
        Accept invitation
      </Button>
    </form>
  )
}

const Decline = ({ token, onDeclined }: { token: string; onDeclined: () => void }) => {
  const decline = useCommand({
    run: (_: undefined, { commandId }) => rejectLink(token, commandId),
    onSuccess: onDeclined,
  })
  return (
    <Button variant="subtle" color="gray" loading={decline.isPending} onClick={() => decline.send(undefined)}>
      Decline
    </Button>
  )
}

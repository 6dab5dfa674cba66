import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { SettingsCard } from '../../../ui/card/settings-card.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { GuardedChanges } from '../guarded/index.ts'
import { NewPeopleCard } from '../provisioning/index.ts'
import { useCan } from '../session/index.ts'
import { integrationsQuery, oktaQuery, requiredQuery, samlQuery, signOnQuery } from './api.ts'
import { LoginDomains } from './login-domains.tsx'
import { MethodsForm } from './methods-form.tsx'
import { OktaForm } from './okta-form.tsx'
import { RequiredForm } from './required-form.tsx'
import { SamlForm } from './saml-form.tsx'
import classes from './sign-on.module.css'

interface Integration {
  id: string
  name: string
  state: string
  text: string | null
  lastUsedAt: string | null
}

/** What is connected, what it was last used for, and what is wrong with it. */
const States = ({ of, none }: { of: readonly Integration[]; none: string }) =>
  of.length === 0 ? (
    <p className={classes.text}>{none}</p>
  ) : (
    <ul className={classes.states}>
      {of.map(({ id, name, state, text, lastUsedAt }) => (
        <li key={id}>
          <span className={classes.name}>{name}</span>{' '}
          <StatusBadge
            tone={state === 'CONNECTED' ? 'positive' : 'negative'}
            label={state === 'CONNECTED' ? 'Connected' : 'Needs attention'}
          />
          <p className={classes.dim}>
            {text ??
              (lastUsedAt ? (
                <>
                  Last used <DateTimeText instant={lastUsedAt} />
                </>
              ) : (
                'Not used yet'
              ))}
          </p>
        </li>
      ))}
    </ul>
  )

/** Settings › Integrations. Who may see how people log in is in person: someone who views as an admin sees the rest. */
export const IntegrationsPage = () => {
  const integrations = useQuery(integrationsQuery)
  const can = useCan()
  return (
    <>
      <PageHeader title="Integrations" subtitle="Systems that Outlay works with, and how people log in." />
      {integrations.error ? (
        <ErrorState error={integrations.error} onRetry={() => void integrations.refetch()} />
      ) : integrations.data ? (
        <>
          <SettingsCard title="Accounting system" text="Where bills, orders and payments are booked.">
            <States of={integrations.data.erpIntegrations} none="No accounting system is connected." />
            <Button component={AppLink} href={to('/budget-tracking/actuals/login')} variant="default">
              {integrations.data.erpIntegrations.length > 0 ? 'Open' : 'Connect'}
            </Button>
          </SettingsCard>
          {can('sign-on.manage') && <SignOnCards connected={integrations.data.signOnIntegrations} />}
        </>
      ) : (
        <PageSpinner />
      )}
    </>
  )
}

/** A form begins again once something else is saved of it. What is typed stays while others are saved or read again. */
const savedIn = (...saved: unknown[]): string => JSON.stringify(saved)

/** How the company's people log in. */
const SignOnCards = ({ connected }: { connected: readonly Integration[] }) => {
  const signOn = useQuery(signOnQuery)
  const okta = useQuery(oktaQuery)
  const saml = useQuery(samlQuery)
  const required = useQuery(requiredQuery)
  const error = signOn.error ?? okta.error ?? saml.error ?? required.error
  const retry = () => void Promise.all([signOn.refetch(), okta.refetch(), saml.refetch(), required.refetch()])
  const ofKind = (kind: string) => connected.filter(({ id }) => id === kind)
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!signOn.data || !okta.data || !saml.data || !required.data) return <PageSpinner />
  return (
    <>
      <GuardedChanges />
      <SettingsCard title="Login methods" text="How people of your company may log in.">
        <MethodsForm saved={signOn.data} />
      </SettingsCard>
      <SettingsCard title="Required method" text="The only way in for people of your login domains.">
        <RequiredForm key={savedIn(required.data.method, required.data.breakGlassUserIds)} saved={required.data} />
      </SettingsCard>
      <SettingsCard title="Okta" text="People of your domains log in with your Okta (OpenID Connect).">
        <States of={ofKind('OKTA')} none="Okta isn’t connected." />
        <OktaForm
          key={savedIn(okta.data.domain, okta.data.clientId, okta.data.clientSecret, okta.data.loginDomains)}
          saved={okta.data}
          callbackUrl={signOn.data.callbackUrl}
          loginUrl={signOn.data.loginUrl}
        />
      </SettingsCard>
      <SettingsCard title="SAML" text="People of your domains log in with Okta, Entra or another SAML provider.">
        <States of={ofKind('OKTA_SAML')} none="No SAML provider is connected." />
        <SamlForm
          key={savedIn(saml.data.samlMetadataUrl, saml.data.metadataReadAt, saml.data.loginDomains)}
          saved={saml.data}
        />
      </SettingsCard>
      <SettingsCard title="Login domains" text="Where addresses of your people end. Their DNS records prove them.">
        <LoginDomains domains={okta.data.domains} />
      </SettingsCard>
      <NewPeopleCard />
      <SettingsCard title="Provisioning" text="Your provider adds, changes and disables members automatically (SCIM).">
        <Button component={AppLink} href={to('/settings/integrations/mappings')} variant="default">
          Keys and mappings
        </Button>
      </SettingsCard>
    </>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { FactorCards } from '../../../../features/platform/factors/index.ts'
import { SessionList, useSession } from '../../../../features/platform/session/index.ts'
import { OwnMethodsCard } from '../../../../features/platform/sign-on/index.ts'
import { SettingsCard } from '../../../../ui/card/settings-card.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { EmptyState } from '../../../../ui/states.tsx'

/** Cards of how a person signs in and where they are signed in, from the parts of the areas that know. */
const Cards = () => (
  <>
    <OwnMethodsCard />
    <FactorCards />
    <SettingsCard title="Sessions" text="Where you’re signed in to Outlay.">
      <SessionList />
    </SettingsCard>
  </>
)

const Page = () => {
  const { impersonatorId } = useSession()
  return (
    <>
      <PageHeader title="Sign-in and devices" subtitle="How you sign in to Outlay, and where you’re signed in." />
      {impersonatorId === null ? (
        <Cards />
      ) : (
        <EmptyState title="Only the member can see this" text="You’re viewing as someone else." />
      )}
    </>
  )
}

export const Route = createFileRoute('/_staff/user/settings/sessions')({
  staticData: { access: 'staff' },
  component: Page,
})

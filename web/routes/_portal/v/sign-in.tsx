import { createFileRoute } from '@tanstack/react-router'
import { SessionList } from '../../../features/platform/session/index.ts'
import { OwnMethodsCard } from '../../../features/platform/sign-on/index.ts'
import { SettingsCard } from '../../../ui/card/settings-card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

/** How a vendor's person signs in, and where they are signed in. */
const Page = () => (
  <>
    <PageHeader title="Sign-in and devices" subtitle="How you sign in to Outlay, and where you’re signed in." />
    <OwnMethodsCard />
    <SettingsCard title="Sessions" text="Where you’re signed in to Outlay.">
      <SessionList loginPath="/v/login" />
    </SettingsCard>
  </>
)

export const Route = createFileRoute('/_portal/v/sign-in')({
  staticData: { access: 'vendor user' },
  component: Page,
})

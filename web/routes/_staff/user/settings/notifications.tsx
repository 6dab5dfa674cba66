import { createFileRoute } from '@tanstack/react-router'
import { useOwnPreferences } from '../../../../features/platform/notifications/api.ts'
import { PreferencesForm } from '../../../../features/platform/notifications/preferences-form.tsx'
import { Loaded } from '../../../../features/platform/notifications/settings-form.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'

const Page = () => {
  const preferences = useOwnPreferences()
  return (
    <>
      <PageHeader title="My notification settings" subtitle="What Outlay notifies you about, and where." />
      <Loaded query={preferences}>{(saved) => <PreferencesForm saved={saved} />}</Loaded>
    </>
  )
}

export const Route = createFileRoute('/_staff/user/settings/notifications')({
  staticData: { access: 'staff' },
  component: Page,
})

import { createFileRoute } from '@tanstack/react-router'
import { Loaded, PreferencesForm, useOwnPreferences } from '../../../../features/platform/notifications/index.ts'
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

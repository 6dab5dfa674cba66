import { createFileRoute } from '@tanstack/react-router'
import {
  configurationClasses as classes,
  ExportCard,
  ImportPanel,
  ImportsList,
} from '../../../features/platform/configuration/index.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const Page = () => (
  <>
    <PageHeader
      title="Configuration file"
      subtitle="Your company’s setup as one file: export it, compare it, and import it here or in another company."
    />
    <div className={classes.page}>
      <ExportCard />
      <ImportPanel />
      <ImportsList />
    </div>
  </>
)

export const Route = createFileRoute('/_staff/settings/configuration')({
  staticData: { access: 'settings.manage' },
  component: Page,
})

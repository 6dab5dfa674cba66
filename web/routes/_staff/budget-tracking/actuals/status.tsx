import { createFileRoute } from '@tanstack/react-router'
import { StatusPage } from '../../../../features/platform/accounting/index.ts'
import { FormatSection, PushesSection } from '../../../../features/platform/book-pushes/index.ts'

const Page = () => (
  <StatusPage
    pushed={
      <>
        <PushesSection />
        <FormatSection />
      </>
    }
  />
)

export const Route = createFileRoute('/_staff/budget-tracking/actuals/status')({
  staticData: { access: 'financial-analysis.use' },
  component: Page,
})

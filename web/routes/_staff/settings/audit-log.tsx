import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import {
  CompanyLog,
  companyLogFile,
  RecipientsCard,
  useCompanyLogFilter,
  useVerification,
} from '../../../features/platform/audit/index.ts'
import { useCan } from '../../../features/platform/session/index.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { Forbidden } from '../../../ui/states.tsx'

const Page = () => (useCan()('audit.read-company') ? <AuditLog /> : <Forbidden />)

const AuditLog = () => {
  const { filter } = useCompanyLogFilter()
  const { button, report } = useVerification()
  return (
    <>
      <PageHeader
        title="Audit log"
        subtitle="Every change in the company: who, when and the previous value. Entries are chained, so tampering is detected."
        action={button}
        menu={
          <Menu.Item component="a" href={companyLogFile(filter)} leftSection={<IconDownload size={16} aria-hidden />}>
            Export CSV
          </Menu.Item>
        }
      />
      {report}
      <InOrder>
        <RecipientsCard />
        <CompanyLog />
      </InOrder>
    </>
  )
}

export const Route = createFileRoute('/_staff/settings/audit-log')({
  staticData: { access: 'staff' },
  component: Page,
})

import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { companyLogFile } from '../../../features/platform/audit/api.ts'
import { CompanyLog, useCompanyLogFilter } from '../../../features/platform/audit/company-log.tsx'
import { RecipientsCard } from '../../../features/platform/audit/recipients-card.tsx'
import { useVerification } from '../../../features/platform/audit/verify-log.tsx'
import { useCan } from '../../../features/platform/session/use-can.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
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
      <RecipientsCard />
      <CompanyLog />
    </>
  )
}

export const Route = createFileRoute('/_staff/settings/audit-log')({
  staticData: { access: 'staff' },
  component: Page,
})

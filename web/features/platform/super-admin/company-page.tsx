import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ManagedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AgeText, DateText } from '../../../ui/date-text.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { AdminsPanel } from './admins-panel.tsx'
import { companyQuery } from './api.ts'
import { DetailsForm } from './details-form.tsx'
import { EntitiesPanel } from './entities-panel.tsx'
import { FeaturesForm } from './features-form.tsx'
import { LogosPanel } from './logos-panel.tsx'
import { MovePanel } from './move-panel.tsx'
import { COMPANY_TABS, companyPageSearch } from './search.ts'
import classes from './super-admin.module.css'
import { STATE_BADGES } from './words.ts'

type Tab = (typeof COMPANY_TABS)[number]

const TAB_NAMES: Record<Tab, string> = {
  details: 'Details',
  features: 'Features',
  logos: 'Logos',
  entities: 'Entities',
  requests: 'External requests',
  database: 'Database',
}

const PARTS: Record<Exclude<Tab, 'requests'>, (props: { company: ManagedCompany }) => ReactNode> = {
  details: ({ company }) => (
    <div className={classes.page}>
      <DetailsForm key={company.version} company={company} />
      <AdminsPanel company={company} />
    </div>
  ),
  features: ({ company }) => <FeaturesForm company={company} />,
  logos: ({ company }) => <LogosPanel company={company} />,
  entities: ({ company }) => <EntitiesPanel company={company} />,
  database: ({ company }) => <MovePanel company={company} />,
}

const CRUMBS = [{ label: 'Super admin', href: to('/super-admin') }]

interface CompanyPageProps {
  companyId: string
  /** The part about requests, which this area doesn't know. */
  requests: ReactNode
}

/** One company, for platform staff. */
export const CompanyPage = ({ companyId, requests }: CompanyPageProps) => {
  const [{ tab = 'details' }] = usePageSearch(companyPageSearch)
  const { data: company, error, refetch } = useQuery(companyQuery(companyId))
  if (!company) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <>
        <PageHeader title="Edit company" breadcrumbs={CRUMBS} />
        <Skeleton height={480} maw="52rem" />
      </>
    )
  }
  const Part = tab === 'requests' ? null : PARTS[tab]
  return (
    <>
      <PageHeader
        title={`Edit ${company.name}`}
        breadcrumbs={CRUMBS}
        state={<StatusBadge {...STATE_BADGES[company.state]} />}
        subtitle={
          <>
            {formatNumber(company.memberCount)} {company.memberCount === 1 ? 'member' : 'members'} · added{' '}
            <DateText instant={company.createdAt} /> · last activity <AgeText instant={company.lastActivityAt} />
          </>
        }
      />
      <LinkTabs
        label={`Parts of ${company.name}`}
        current={tab}
        tabs={COMPANY_TABS.map((id) => ({
          id,
          label: TAB_NAMES[id],
          href: to('/super-admin/$companyId/edit', { companyId }, { tab: id === 'details' ? undefined : id }),
        }))}
      />
      {Part ? <Part company={company} /> : requests}
    </>
  )
}

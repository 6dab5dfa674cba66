import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import {
  KIND_WORDS,
  MAPPED_KINDS,
  MeaningsTable,
  NeedsAttention,
  ProvisioningSection,
} from '../../../../features/platform/provisioning/index.ts'
import { useCan } from '../../../../features/platform/session/index.ts'
import { to } from '../../../../lib/address.ts'
import { pageSearch, usePageSearch } from '../../../../lib/search-params.ts'
import { LinkTabs } from '../../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { InOrder } from '../../../../ui/settling/in-order.tsx'

const search = z.object({ kind: z.enum(MAPPED_KINDS).optional().catch(undefined) })

const PURPOSE =
  'What the departments, business units, entities and groups of your identity provider are in Outlay. People are placed by them when they are added or changed there, and those who are here already move when you change a meaning.'

const Page = () => {
  const [{ kind = 'departments' }] = usePageSearch(search)
  const can = useCan()
  return (
    <>
      <PageHeader title="Provisioning" subtitle={PURPOSE} />
      <InOrder>
        {can('api-keys.manage') && <ProvisioningSection />}
        <LinkTabs
          label="Mappings"
          current={kind}
          tabs={MAPPED_KINDS.map((id) => ({
            id,
            label: KIND_WORDS[id].tab,
            href: to('/settings/integrations/mappings', {}, { kind: id }),
          }))}
        />
        <NeedsAttention />
        <MeaningsTable key={kind} kind={kind} />
      </InOrder>
    </>
  )
}

export const Route = createFileRoute('/_staff/settings/integrations_/mappings')({
  staticData: { access: 'mappings.manage' },
  validateSearch: pageSearch(search),
  component: Page,
})

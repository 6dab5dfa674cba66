import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { MappingNotice } from '../../../features/planning/actuals/index.ts'
import { ValuesNotice } from '../../../features/platform/provisioning/index.ts'
import { useCan } from '../../../features/platform/session/index.ts'
import { SettingsOverview } from '../../../features/platform/settings/index.ts'
import { pageSearch, usePageSearch } from '../../../lib/search-params.ts'
import { searchText } from '../../../lib/search-text.ts'

const search = z.object({ search: searchText })

const Page = () => {
  const can = useCan()
  const [{ search: text }, setSearch] = usePageSearch(search)
  return (
    <SettingsOverview
      search={text ?? ''}
      onSearch={(next) => setSearch({ search: next })}
      notices={
        <>
          {can('actuals.map') && <MappingNotice />}
          {can('mappings.manage') && <ValuesNotice />}
        </>
      }
    />
  )
}

export const Route = createFileRoute('/_staff/settings/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(search),
  component: Page,
})

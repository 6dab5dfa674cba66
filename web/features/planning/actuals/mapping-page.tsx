import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useUnmappedCounts } from './mapping-api.ts'
import { MappingEditor } from './mapping-editor.tsx'
import { mappingKind } from './mapping-kinds.ts'
import { useMappingKinds } from './use-mapping-kinds.ts'

/** The mappings of one kind, with the others beside it, each with how many are open. */
export const MappingPage = ({ kind }: { kind: MappingRow['kind'] }) => {
  const { data: counts } = useUnmappedCounts()
  const kinds = useMappingKinds()
  const of = mappingKind(kind)
  const tabs = kinds.map(({ kind: id, title, href, count }) => ({
    ...{ id, href },
    label: counts && counts[count] > 0 ? `${title} (${counts[count].toLocaleString('en-US')})` : title,
  }))
  return (
    <>
      <PageHeader title={`Actuals mappings - ${of.title}`} subtitle={of.purpose} />
      <LinkTabs label="Actuals mappings" tabs={tabs} current={kind} />
      <MappingEditor key={kind} kind={kind} />
    </>
  )
}

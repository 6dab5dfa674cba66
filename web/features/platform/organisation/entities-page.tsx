import { z } from 'zod'
import { usePageSearch } from '../../../lib/search-params.ts'
import { searchText } from '../../../lib/search-text.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ENTITIES } from './kinds.ts'
import { NamesEditor } from './names-editor.tsx'
import { UnitMenu } from './unit-columns.tsx'
import { useUnitActions } from './use-unit-actions.tsx'

const search = z.object({ history: searchText })

/** Settings › Company › Entities: one list, saved as a whole. */
export const EntitiesPage = () => {
  const [{ history }, setSearch] = usePageSearch(search)
  const { actions, dialogs } = useUnitActions(ENTITIES, {
    isNew: false,
    onNewClosed: () => undefined,
    historyOf: history,
    onHistory: (id) => setSearch({ history: id }, { replace: id === undefined }),
  })
  return (
    <>
      <PageHeader title={ENTITIES.title} subtitle={ENTITIES.purpose} />
      <NamesEditor
        kind={ENTITIES}
        canAdd
        menuOf={(unit) => <UnitMenu kind={ENTITIES} unit={unit} actions={actions} />}
      />
      {dialogs}
    </>
  )
}

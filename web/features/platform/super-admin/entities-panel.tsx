import { useMemo } from 'react'
import type { ManagedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { ENTITIES, NamesEditor, type UnitKind } from '../organisation/index.ts'
import { companyQuery, saveEntities } from './api.ts'
import classes from './super-admin.module.css'

/** The legal entities of the company, saved as one list. */
export const EntitiesPanel = ({ company }: { company: ManagedCompany }) => {
  const kind = useMemo((): UnitKind => {
    const list: UnitKind['calls']['list'] = async () => {
      const { entities } = await queryClient.fetchQuery({ ...companyQuery(company.id), staleTime: 0 })
      return {
        edges: entities.map((node) => ({ cursor: node.id, node })),
        pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
      }
    }
    return {
      ...ENTITIES,
      key: `entity of ${company.id}`,
      calls: { ...ENTITIES.calls, list },
      saveNames: (names, commandId) => saveEntities(company.id, names, commandId),
    }
  }, [company.id])
  return (
    <section className={classes.form} aria-label="Entities">
      {!company.enableEntities && (
        <p className={classes.lead}>
          Members see entities once the feature Entities is on. You can prepare the list before.
        </p>
      )}
      <NamesEditor kind={kind} canAdd />
    </section>
  )
}

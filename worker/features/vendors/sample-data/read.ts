import * as endpoints from '../../../../schema/platform/sample-data/endpoints.ts'
import { countKinds } from '../../../../schema/platform/sample-data/kinds.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { comingObjects } from './load.ts'
import { readLoad, type SampleObject } from './stored.ts'

/** Only requests come one after another. The rest is written at once. */
const countLoaded = async ({ db, actor }: StaffContext, objects: readonly SampleObject[]): Promise<number> => {
  const ids = objects.flatMap(({ kind, id }) => (kind === 'INTAKE_SUBMISSION' ? [id] : []))
  const row = await db.first<{ filed: number }>(
    db.sql(
      `SELECT COUNT(*) AS filed FROM json_each(?2) j
        CROSS JOIN intake_submissions s ON s.id = j.value AND +s.company_id = ?1`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  )
  return objects.length - ids.length + (row?.filed ?? 0)
}

export const readSamples = query({
  id: 'sample-data.get',
  access: 'sample-data.manage',
  input: inputOf(endpoints.getSampleData),
  run: async (context): Promise<endpoints.SampleData> => {
    const found = await readLoad(context)
    const status = found?.load.status ?? 'REMOVED'
    if (!found || status === 'REMOVED') {
      const coming = comingObjects(context)
      const counts = countKinds(coming)
      return { state: 'NONE', counts, done: 0, total: coming.length, by: null, canContinue: false }
    }
    const { load, objects } = found
    const there = objects.filter(({ removedAt }) => removedAt === null)
    const loaded = status === 'LOADING' ? await countLoaded(context, objects) : objects.length
    return {
      state: status,
      counts: countKinds(there),
      done: status === 'REMOVING' ? objects.length - there.length : loaded,
      total: objects.length,
      by: load.by,
      canContinue: status === 'LOADING' && load.userId === context.actor.userId,
    }
  },
})

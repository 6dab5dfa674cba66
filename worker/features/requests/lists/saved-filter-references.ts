import { savedRequestFilters } from '../../../../schema/requests/submissions/tables.ts'
import { filled, filtersNothing, registerOtherViews, type ViewFilters } from '../../../core/list/view-references.ts'
import { select, typed } from '../../../core/record.ts'

/** Saved filters of requests are addresses of their list. They follow what they name like the saved views of other lists. */

/** Lists in an address: a JSON list, or a name that is repeated. */
const filtersOf = (queryString: string): ViewFilters => {
  const found: ViewFilters = {}
  const params = new URLSearchParams(queryString)
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    found[key] = values.length > 1 ? values : (listIn(values[0] ?? '') ?? values[0] ?? '')
  }
  return found
}

const listIn = (text: string): string[] | null => {
  if (!text.startsWith('[')) return null
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : null
  } catch {
    return null
  }
}

const addressOf = (filters: ViewFilters, before: string): string => {
  const former = new URLSearchParams(before)
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(filters)) {
    if (!Array.isArray(value)) params.append(key, String(value))
    else if (former.getAll(key).length > 1) for (const each of value) params.append(key, String(each))
    else params.append(key, JSON.stringify(value))
  }
  return params.toString()
}

/** Beyond a person's fifty each, others stay as they are. */
const MOST = 5_000

const ALL = typed`SELECT ${select(savedRequestFilters, 'f', ['id', 'queryString'])} FROM saved_request_filters f
  WHERE f.company_id = ? LIMIT ${MOST}`

registerOtherViews(async ({ db, actor, clock }, text, rewrite) => {
  const rows = await db.all(db.sql(ALL, actor.companyId))
  return rows.flatMap(({ id, queryString }) => {
    const before = filtersOf(queryString)
    if (!JSON.stringify(before).toLowerCase().includes(JSON.stringify(text).slice(1, -1).toLowerCase())) return []
    const after = filled(rewrite(before))
    if (JSON.stringify(after) === JSON.stringify(before)) return []
    const place = [id, actor.companyId, queryString]
    return filtersNothing(after)
      ? [db.sql('DELETE FROM saved_request_filters WHERE id = ? AND company_id = ? AND query_string = ?', ...place)]
      : [
          db.sql(
            'UPDATE saved_request_filters SET query_string = ?4, updated_at = ?5 WHERE id = ?1 AND company_id = ?2 AND query_string = ?3',
            ...place,
            addressOf(after, queryString),
            clock.now(),
          ),
        ]
  })
})

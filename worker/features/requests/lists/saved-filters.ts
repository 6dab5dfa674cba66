import {
  deleteFilterQuery,
  listFilterQueries,
  MOST_SAVED_FILTERS,
  type SavedFilter,
  saveFilterQuery,
} from '../../../../schema/requests/endpoints.ts'
import { savedRequestFilters } from '../../../../schema/requests/submissions/tables.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { filled, filtersNothing, registerOtherViews } from '../../../core/list/view-references.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { addressOf, filtersOf } from './filter-address.ts'

/**
 * Filters of the request list, each visible only to its owner (specification 2 §7). They aren't recorded in the
 * history.
 */

export const readSavedFilters = query({
  id: 'intake.list-filter-queries',
  access: 'requests.use',
  input: inputOf(listFilterQueries),
  run: ({ db, actor }) =>
    db.all<SavedFilter>(
      db.sql(
        `SELECT id, label, query_string AS queryString FROM saved_request_filters
          WHERE company_id = ? AND user_id = ? ORDER BY lower(label)`,
        actor.companyId,
        actor.userId,
      ),
    ),
})

/** Throws NOT_FOUND for someone else's filter, INVALID for a label that the person already uses. */
export const saveFilter = command({
  id: 'intake.save-filter-query',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(saveFilterQuery),
  run: async (context, { id, label, queryString }) => {
    const { db, actor, clock } = context
    const known = await db.all<SavedFilter>(
      db.sql(
        'SELECT id FROM saved_request_filters WHERE company_id = ? AND user_id = ?',
        actor.companyId,
        actor.userId,
      ),
    )
    if (id && !known.some((filter) => filter.id === id)) throw notFound('The saved filter')
    if (!id && known.length >= MOST_SAVED_FILTERS) {
      throw new AppError('RULE_BROKEN', `At most ${MOST_SAVED_FILTERS} filters can be saved. Delete one first.`)
    }
    const saved = id ?? context.newId()
    const write = db.sql(
      `INSERT INTO saved_request_filters (id, company_id, user_id, label, query_string, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
       ON CONFLICT (id) DO UPDATE SET label = excluded.label, query_string = excluded.query_string,
         updated_at = excluded.updated_at WHERE company_id = ?2 AND user_id = ?3`,
      saved,
      actor.companyId,
      actor.userId,
      label,
      queryString,
      clock.now(),
    )
    return commit(context, {
      statements: [write],
      audit: [],
      result: { id: saved },
      subject: 'The saved filter',
      onDuplicate: {
        saved_request_filters_label: () => invalidField('label', 'You already have a filter with this name'),
      },
    })
  },
})

export const deleteFilter = command({
  id: 'intake.delete-filter-query',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(deleteFilterQuery),
  run: async (context, { id }) => {
    const { db, actor } = context
    const place = [id, actor.companyId, actor.userId]
    const where = 'WHERE id = ? AND company_id = ? AND user_id = ?'
    if (!(await db.first(db.sql(`SELECT 1 FROM saved_request_filters ${where}`, ...place)))) {
      throw notFound('The saved filter')
    }
    const statements = [db.sql(`DELETE FROM saved_request_filters ${where}`, ...place)]
    return commit(context, { statements, audit: [], result: null, subject: 'The saved filter' })
  },
})

/** They follow what they name like the saved views of other lists. */
/** Beyond a person's fifty each, others stay as they are. */
const MOST = 5_000

const ALL = typed`SELECT ${select(savedRequestFilters, 'f', ['id', 'queryString'])} FROM saved_request_filters f
  WHERE f.company_id = ? LIMIT ${MOST}`

registerOtherViews(async ({ db, actor, clock }, texts, rewrite) => {
  const wanted = texts.map((text) => JSON.stringify(text).slice(1, -1).toLowerCase())
  const rows = await db.all(db.sql(ALL, actor.companyId))
  return rows.flatMap(({ id, queryString }) => {
    const before = filtersOf(queryString)
    const stored = JSON.stringify(before).toLowerCase()
    if (!wanted.some((text) => stored.includes(text))) return []
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

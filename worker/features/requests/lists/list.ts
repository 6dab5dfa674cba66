import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { type BaseContext, inputOf, query } from '../../../core/operation.ts'
import { encodeCursor, toConnection } from '../../../core/paging.ts'
import { type ListDbRow, toListedSubmission } from '../submissions/index.ts'
import { columnAnswersOf, columnsOfRows, columnsStatement } from './columns.ts'
import { endOf, mergedRows } from './linked-vendor.ts'
import type { ListInput, ListStatement } from './list-query.ts'
import { listStatement } from './list-statement.ts'

type PageRow = ListDbRow & {
  isMatch?: number
  endId?: string | null
  nextPosition?: string | null
  [key: string]: unknown
}

/** The rows, and after them where the list continues, if its statement says so in each of them. */
const withEnd = (rows: PageRow[], keys: readonly string[]): PageRow[] => {
  const [first] = rows
  if (first?.nextPosition === undefined) return rows
  const found = rows.filter(({ id }) => id !== null)
  if (first.nextPosition === null) return found
  const values = JSON.parse(first.nextPosition) as (string | number | null)[]
  const end = Object.fromEntries(keys.map((key, place) => [key, values[place]]))
  return [...found, { ...first, ...end, isMatch: 0, endId: values.at(-1) as string | null }]
}

/** A page from the rows of its statement. A search that isn't finished has a next page, whatever it found. */
export const pageOf = <Node>(
  rows: PageRow[],
  first: number,
  { keys, shortPages, enough = first }: Pick<ListStatement, 'keys' | 'shortPages' | 'enough'>,
  nodeOf: (row: ListDbRow) => Node,
): Connection<Node> => {
  const keyOf = (row: PageRow) => endOf(row, keys)
  const shown = rows.filter((row) => row.isMatch !== 0)
  const page = toConnection(shown, first, (row) => [...keyOf(row), shortPages], nodeOf)
  const last = rows.at(-1)
  if (page.pageInfo.hasNextPage || last?.isMatch !== 0) return page
  const isShort = shown.length < enough
  return {
    ...page,
    pageInfo: {
      ...page.pageInfo,
      hasNextPage: true,
      endCursor: encodeCursor([...keyOf(last), shortPages + (isShort ? 1 : 0)]),
    },
  }
}

export const readPage = async (
  { db, actor, clock }: BaseContext & { actor: StaffActor },
  input: ListInput,
): Promise<Connection<endpoints.ListedSubmission>> => {
  const statement = listStatement(actor, input)
  const asked = input.include?.includes('columnAnswers') ? input.intakeCategoryId : undefined
  const { linked } = statement
  const [found, ...more] = await db.batch([
    db.sql(statement.sql, ...statement.params),
    ...(linked ? [db.sql(linked.sql, ...linked.params)] : []),
    ...(asked ? [columnsStatement({ db, actor }, asked)] : []),
  ])
  const rowsOf = (result: typeof found) => (result?.results ?? []) as unknown as PageRow[]
  const rows = mergedRows(withEnd(rowsOf(found), statement.keys), linked ? rowsOf(more.shift()) : [], statement)
  const [added] = more
  const columns = added && columnsOfRows(added.results)
  const now = clock.now()
  return pageOf(rows, input.first, statement, (row) => ({
    ...toListedSubmission(row, now),
    ...(columns && { columnAnswers: columnAnswersOf(columns, row) }),
  }))
}

/** Requests that the person can see (specification 2 §7), keyset-paged, in one round trip after the actor's. */
export const listSubmissions = query({
  id: 'intake.list-submissions',
  access: 'requests.use',
  input: inputOf(endpoints.listIntakeSubmissions),
  readsFirst: true,
  run: readPage,
})

import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { type BaseContext, inputOf, query } from '../../../core/operation.ts'
import { encodeCursor, toConnection } from '../../../core/paging.ts'
import { type ListDbRow, toListedSubmission } from '../submissions/index.ts'
import { columnAnswersOf, columnsOfRows, columnsStatement } from './columns.ts'
import { mergedRows } from './linked-vendor.ts'
import type { ListInput, ListStatement } from './list-query.ts'
import { listStatement } from './list-statement.ts'

type PageRow = ListDbRow & { isMatch?: number; [key: string]: unknown }

/** A page from the rows of its statement. A search that isn't finished has a next page, whatever it found. */
export const pageOf = <Node>(
  rows: PageRow[],
  first: number,
  { keys, shortPages }: Pick<ListStatement, 'keys' | 'shortPages'>,
  nodeOf: (row: ListDbRow) => Node,
): Connection<Node> => {
  const keyOf = (row: PageRow) => [...keys.map((key) => row[key] as string | number | null), row.id]
  const shown = rows.filter((row) => row.isMatch !== 0)
  const page = toConnection(shown, first, (row) => [...keyOf(row), shortPages], nodeOf)
  const last = rows.at(-1)
  if (page.pageInfo.hasNextPage || last?.isMatch !== 0) return page
  return {
    ...page,
    pageInfo: { ...page.pageInfo, hasNextPage: true, endCursor: encodeCursor([...keyOf(last), shortPages + 1]) },
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
  const rows = mergedRows(rowsOf(found), linked ? rowsOf(more.shift()) : [], statement)
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

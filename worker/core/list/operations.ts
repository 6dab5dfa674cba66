import type { z } from 'zod'
import type { Endpoint } from '../../../schema/shared/endpoint.ts'
import type { List, ListEndpoints } from '../../../schema/shared/list.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import type { Permission } from '../../../schema/shared/permissions.ts'
import type { CsvRow } from '../csv.ts'
import {
  type AnyOperation,
  changeOf,
  inputOf,
  type Operation,
  queryOf,
  register,
  type StaffContext,
} from '../operation.ts'
import './view-references.ts'
import { listFile } from './file.ts'
import { keepReads } from './kept-reads.ts'
import type { AnyRows } from './rows.ts'
import { type Rules, savedViews } from './saved-views.ts'
import { type Totals, type TotalsOperation, totalsOperationOf } from './totals.ts'
import { requireUsed } from './unused.ts'

/** The operations of a list: its pages, its file with the same filters, and saved views. */

type Page = Connection<unknown>
type Node<P extends Page> = P['edges'][number]['node']

export interface FileColumns<P extends Page> {
  /** From the first page. */
  header: (first: P) => CsvRow
  linesOf: (node: Node<P>) => CsvRow[]
}

interface Reading<L extends Pick<List, 'query'>, P extends Page> {
  list: L
  /** Where its rows are in order, and its filters' conditions. */
  rows: AnyRows
  access: Permission
  read: (context: StaffContext, input: z.output<L['query']>) => Promise<P>
  /** The same for its file, if its columns take less. */
  readForFile?: (context: StaffContext, input: z.output<L['query']>) => Promise<P>
  columns: (context: StaffContext) => FileColumns<P>
  /** Throws INVALID for filters that name what there isn't. Asked where nothing was found, and before they are saved. */
  requireKnown?: (context: StaffContext, input: z.output<L['query']>) => Promise<void>
  /** What it adds up. */
  totals?: Totals
}

/** Every list that is made here. Tests ask each for its indexes and for its order among equal keys. */
const made: { list: Pick<List, 'name' | 'filters' | 'sorts' | 'list'>; rows: AnyRows }[] = []
export const lists = (): readonly (typeof made)[number][] => made

type Run = (context: StaffContext, input: never) => Promise<unknown>
/** An endpoint's operation. What it accepts and answers is the endpoint's. */
const run = <E extends Endpoint>(endpoint: E, access: Permission, work: Run, more: { readsFirst?: boolean } = {}) =>
  queryOf({ id: endpoint.id, access, input: inputOf(endpoint), ...more, run: work as () => Promise<never> })

const fileRun =
  <L extends Pick<List, 'query' | 'name' | 'filters' | 'sortFlags'>, P extends Page>({
    list,
    read,
    readForFile = read,
    columns,
    requireKnown,
  }: Reading<L, P>) =>
  (context: StaffContext, filters: object) => {
    requireUsed(context, list, filters)
    const { header, linesOf } = columns(context)
    const reading = { ...context, db: keepReads(context.db) }
    const part = async (wanted: { cursor: string | undefined; first: number }) => {
      const input = { ...filters, ...wanted } as z.output<L['query']>
      const page = await readForFile(reading, input)
      if (page.edges.length === 0 && wanted.cursor === undefined) await requireKnown?.(context, input)
      return page
    }
    return listFile(context, list.name, part, header, linesOf)
  }

const listRun =
  <L extends Pick<List, 'query' | 'filters' | 'sortFlags'>, P extends Page>({
    list,
    read,
    requireKnown,
  }: Pick<Reading<L, P>, 'list' | 'read' | 'requireKnown'>) =>
  async (context: StaffContext, input: z.output<L['query']>): Promise<Connection<Node<P>>> => {
    requireUsed(context, list, input)
    const { edges, pageInfo } = await read(context, input)
    if (edges.length === 0) await requireKnown?.(context, input)
    return { edges: edges as Connection<Node<P>>['edges'], pageInfo }
  }

/** The file of a list, as its door takes it. */
export type FileOperation = Operation<Permission, z.ZodType, Awaited<ReturnType<typeof listFile>>>

type PageOperation<P extends Page> = Operation<Permission, z.ZodType, Connection<Node<P>>>

export interface ListOperations<P extends Page = Page> {
  list: PageOperation<P>
  file: FileOperation
  totals?: TotalsOperation
}

const listed = <O extends object>(reading: (typeof made)[number], operations: O): O => {
  made.push(reading)
  for (const operation of Object.values(operations) as AnyOperation[]) register(operation)
  return operations
}

/** For a list without a file. */
export const listOperation = <
  L extends Pick<List, 'name' | 'filters' | 'sorts' | 'sortFlags' | 'query' | 'list'>,
  P extends Page,
>(
  reading: Omit<Reading<L, P>, 'columns'>,
): PageOperation<P> =>
  listed(reading, { list: run(reading.list.list, reading.access, listRun(reading), { readsFirst: true }) }).list

/** A file that has the filters in its address, besides a list's saved sets. */
export const fileOperation = <L extends Pick<List, 'name' | 'query' | 'filters' | 'sortFlags'>, P extends Page>(
  reading: Reading<L, P> & { file: Endpoint },
): FileOperation => {
  const operation = run(reading.file, reading.access, fileRun(reading), { readsFirst: true })
  register(operation)
  return operation
}

const totalling = (
  {
    totals,
    list,
    access,
    rows,
    requireKnown,
  }: Pick<
    Reading<Pick<List, 'query' | 'totals' | 'filters' | 'sortFlags'>, Page>,
    'totals' | 'list' | 'access' | 'rows'
  > & {
    requireKnown?: (context: StaffContext, input: never) => Promise<void>
  },
  more: Pick<Parameters<typeof totalsOperationOf>[0], 'requireFilters'> = {},
): { totals?: TotalsOperation } =>
  totals
    ? {
        totals: totalsOperationOf({ list, access, rows, ...totals, ...more, requireKnown }),
      }
    : {}

/** For a list whose file has the filters in its address. */
export const listOperations = <
  L extends Pick<List, 'name' | 'filters' | 'sorts' | 'sortFlags' | 'query' | 'list' | 'totals'>,
  P extends Page,
>(
  reading: Reading<L, P> & { file: Endpoint },
): ListOperations<P> =>
  listed(reading, {
    list: run(reading.list.list, reading.access, listRun(reading), { readsFirst: true }),
    file: run(reading.file, reading.access, fileRun(reading), { readsFirst: true }),
    ...totalling(reading),
  })

export interface ViewOperations<P extends Page = Page> extends ListOperations<P> {
  byFilter: AnyOperation
  saveFilters: AnyOperation
  views: AnyOperation
  deleteView: AnyOperation
}

/** For a list with saved views, not registered yet. */
export const viewOperationsOf = <L extends ListEndpoints, P extends Page>(
  reading: Reading<L, P> & Rules<z.output<L['saved']>>,
): ViewOperations<P> => {
  const { list, access, requireKnown } = reading
  const views = savedViews(list, reading)
  type Query = z.output<L['query']>
  const change = (endpoint: Endpoint, work: Run) =>
    changeOf({
      id: endpoint.id,
      access,
      asAnother: 'ACTING',
      input: inputOf(endpoint),
      run: work as () => Promise<never>,
    })
  return {
    list: run(list.list, access, listRun(reading), { readsFirst: true }),
    saveFilters: change(list.saveFilters, async (context, input: Parameters<typeof views.save>[1]) => {
      await requireKnown?.(context, input.filters as Query)
      return views.save(context, input)
    }),
    views: run(list.views, access, views.readAll),
    deleteView: change(list.deleteView, views.remove),
    byFilter: run(
      list.byFilter,
      access,
      async (context, { hash, orderBy, ...page }: Pick<Query, 'orderBy'> & { hash: string }) => {
        const filters = await views.requireFilters(context, hash)
        return listRun(reading)(context, { ...filters, ...page, orderBy: orderBy ?? filters.orderBy } as Query)
      },
      { readsFirst: true },
    ),
    file: run(
      list.download,
      access,
      async (context, { hash }: { hash: string }) =>
        fileRun(reading)(context, await views.requireFilters(context, hash)),
      { readsFirst: true },
    ),
    ...totalling(reading, { requireFilters: views.requireFilters }),
  }
}

/** For a list with saved views, whose file has a saved set of filters. */
export const viewOperations = <L extends ListEndpoints, P extends Page>(
  reading: Reading<L, P> & Rules<z.output<L['saved']>>,
): ViewOperations<P> => listed(reading, viewOperationsOf(reading))

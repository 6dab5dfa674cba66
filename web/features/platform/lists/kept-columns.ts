import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepListColumns, readListColumns } from '../../../../schema/platform/list-columns/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { hasKeptColumns, onColumnsKept, receiveColumns } from '../../../ui/table/kept-columns.ts'

/** The columns that a person has chosen are kept on the server, so that they are the same on every device. */

/** Several changes in a row, as with the arrow keys, are one. */
const PAUSE_MS = 600

const pending = new Map<string, ReturnType<typeof setTimeout>>()
/** Lists whose columns were read, or chosen since. */
const settled = new Set<string>()
/** Lists whose columns are kept there. */
const names = new Set<string>()

onColumnsKept((name, columns) => {
  if (!names.has(name)) return
  settled.add(name)
  clearTimeout(pending.get(name))
  const send = async (): Promise<void> => {
    pending.delete(name)
    // Someone who views as another member leaves their lists as they are. This browser still has the choice.
    await call(keepListColumns, { params: { list: name }, body: { columns } }).catch(() => undefined)
  }
  pending.set(
    name,
    setTimeout(() => void send(), PAUSE_MS),
  )
})

export const useColumnsOnServer = (name: string): void => {
  const { data } = useQuery({
    queryKey: ['list-columns'],
    queryFn: ({ signal }) => call(readListColumns, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    names.add(name)
  }, [name])
  useEffect(() => {
    if (!data || settled.has(name)) return
    settled.add(name)
    const kept = data.find(({ list }) => list === name)
    if (kept) receiveColumns(name, kept.columns)
    else if (hasKeptColumns(name)) receiveColumns(name, null)
  }, [data, name])
}

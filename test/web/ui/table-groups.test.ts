import { expect, it } from 'vitest'
import { columnsIn, columnsText } from '../../../schema/shared/list-columns.ts'
import { arranged, choiceOf, shownOf } from '../../../web/ui/table/arrangement.ts'
import { orderBy } from '../../../web/ui/table/paging.ts'
import type { Column } from '../../../web/ui/table/types.ts'

it('the rows of a group come together, in the order that was chosen within it', () => {
  expect(orderBy(null, 'vendor')).toEqual({ by: ['vendor'], dir: ['ASC'] })
  expect(orderBy({ by: 'endDate', dir: 'DESC' }, 'vendor')).toEqual({ by: ['vendor', 'endDate'], dir: ['ASC', 'DESC'] })
  expect(orderBy({ by: 'vendor', dir: 'DESC' }, 'vendor')).toEqual({ by: ['vendor'], dir: ['DESC'] })
  expect(orderBy({ by: 'endDate', dir: 'DESC' }, 'vendor', true)).toEqual({ by: ['vendor'], dir: ['ASC'] })
  expect(orderBy({ by: 'endDate', dir: 'DESC' })).toEqual({ by: ['endDate'], dir: ['DESC'] })
  expect(orderBy(null)).toBeUndefined()
})

const COLUMNS: Column<object>[] = [
  { id: 'name', header: 'Name', cell: () => '' },
  { id: 'owner', header: 'Owner', cell: () => '' },
  { id: 'note', header: 'Note', cell: () => '', hiddenByDefault: true },
  { id: 'actions', header: '', cell: () => '', always: true },
]
const shown = (text: string | null) =>
  shownOf(arranged(COLUMNS, text === null ? null : columnsIn(text))).map(({ id, sized }) =>
    sized ? `${id} ${sized}` : id,
  )

it('columns come in a person’s order with their widths; the first and the fixed ones can’t be hidden', () => {
  expect(shown(null)).toEqual(['name', 'owner', 'actions'])
  expect(shown('note,owner~120,-name')).toEqual(['note', 'owner 120', 'name', 'actions'])
  expect(shown('-owner,-actions')).toEqual(['actions', 'name'])
  expect(shown('gone,owner')).toEqual(['owner', 'name', 'actions'])
})

it('a choice of columns is the same text again', () => {
  const text = 'note,owner~120,name,-actions'
  expect(columnsText(choiceOf(arranged(COLUMNS, columnsIn(text))))).toBe('note,owner~120,name,actions')
})

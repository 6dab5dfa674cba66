import { lazy, Suspense } from 'react'
import type { CellEditor as CellEditorOf } from './cell-editor.tsx'
import type { EditedField, EditedObject } from './edited.ts'
import type { CellEdit } from './types.ts'

/** Few cells are edited. */
const CellEditor = lazy(() =>
  import('./cell-editor.tsx').then((module) => ({ default: module.CellEditor })),
) as unknown as typeof CellEditorOf

/** Columns' `edit` for objects of one kind. See `CellEditor` for what happens. */
export const editsOf =
  <Item extends { version: number }, Body extends object>(object: EditedObject<Item, Body>) =>
  <K extends keyof Body & string>(
    field: K,
    rest: Omit<EditedField<Item, NonNullable<Body[K]> | Extract<Body[K], null>>, 'field'>,
  ): CellEdit<Item> => ({
    can: object.can,
    nameOf: object.nameOf,
    editor: (cell) => (
      <Suspense>
        <CellEditor object={object} field={{ ...rest, field }} {...cell} />
      </Suspense>
    ),
  })

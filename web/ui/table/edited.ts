import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'

/** How objects of one kind are changed: by the command of their form, with the version that was read. */
export interface EditedObject<Item, Body> {
  /** "service" */
  what: string
  can: (item: Item) => boolean
  nameOf: (item: Item) => string
  /** What the command accepts, for messages beside the field before it is sent. */
  body: z.ZodType
  save: (item: Item, change: Body, commandId: string) => Promise<unknown>
  /** As it is now. */
  read: (item: Item) => Promise<Item>
  invalidates: QueryKey
}

/** What a field in a cell gets. */
export interface CellFieldProps<Item, Value> {
  item: Item
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
  readOnly: boolean
  'aria-label': string
}

export interface EditedField<Item, Value> {
  /** In the command's body, where it is alone with the version. */
  field: string
  valueOf: (item: Item) => Value
  /** The value in words, for a conflict. */
  text: (item: Item) => string
  /** What is chosen is saved at once. */
  isChoice?: boolean
  input: (props: CellFieldProps<Item, Value>) => ReactNode
}

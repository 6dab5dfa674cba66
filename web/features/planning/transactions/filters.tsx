import { useQueries } from '@tanstack/react-query'
import {
  ACCOUNT_TYPE_WORDS,
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimension,
} from '../../../../schema/planning/transactions/filters.ts'
import { EXPENSE_ACCOUNT_TYPES, REVENUE_ACCOUNT_TYPES } from '../../../../schema/platform/accounting/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import type { Chip } from '../../../ui/list/chip-list.tsx'
import type { OwnField } from '../../platform/lists/index.ts'
import { AsyncOptionSelect, lookupKeys } from '../../platform/lookups/index.ts'
import type { TransactionSearch } from './search.ts'
import { sourcesOf } from './sources.ts'

/** The dialog's fields and the chips of the list's filters. */

type Type = 'expense' | 'revenue'

const several =
  (dimension: Dimension, type: Type, label: string, placeholder: string): OwnField =>
  ({ value, onChange }) => {
    const { name, kind, load } = sourcesOf(type)[dimension]
    return (
      <AsyncOptionSelect
        multiple
        kind={kind}
        source={{ name, load }}
        label={label}
        placeholder={placeholder}
        value={value}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      />
    )
  }

const accountTypes =
  (type: Type): OwnField =>
  ({ list }) => (
    <OptionSelect
      label="Account type"
      placeholder="Any"
      options={(type === 'expense' ? EXPENSE_ACCOUNT_TYPES : REVENUE_ACCOUNT_TYPES).map((value) => ({
        value,
        label: ACCOUNT_TYPE_WORDS[value],
      }))}
      value={(list.found.accountType as string | undefined) ?? null}
      onChange={(next) => list.set({ accountType: next ?? undefined })}
    />
  )

const fieldsOf = (type: Type): Record<string, OwnField> => ({
  ...Object.fromEntries(
    DIMENSION_NAMES.flatMap((dimension) => {
      const { label, in: isIn, notIn } = DIMENSIONS[dimension]
      return [
        [isIn, several(dimension, type, label, 'Any')],
        [notIn, several(dimension, type, `Not ${label.toLowerCase()}`, 'None left out')],
      ]
    }),
  ),
  accountType: accountTypes(type),
})
const FIELDS = { expense: fieldsOf('expense'), revenue: fieldsOf('revenue') }
export const ownFields = (type: Type): Record<string, OwnField> => FIELDS[type]

/** A chip for each dimension that is asked for, and for each one with something left out. */
export const useDimensionChips = (found: TransactionSearch, type: Type): Chip<Record<string, unknown>>[] => {
  const sources = sourcesOf(type)
  const asked = DIMENSION_NAMES.flatMap((dimension) => {
    const { label, in: isIn, notIn } = DIMENSIONS[dimension]
    return [
      { dimension, key: isIn, label, ids: found[isIn] ?? [] },
      { dimension, key: notIn, label: `Not ${label.toLowerCase()}`, ids: found[notIn] ?? [] },
    ].filter(({ ids }) => ids.length > 0)
  })
  const named = useQueries({
    queries: asked.map(({ dimension, ids }) => {
      const { name, load } = sources[dimension]
      return {
        queryKey: lookupKeys.labels(name, ids),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await load({ ids, first: 100 }, signal)).edges.map(({ node }) => node),
      }
    }),
  })
  return asked.map(({ key, label, ids }, at) => {
    const options = named[at]?.data
    const words = ids.map((id) => (options ? (options.find(({ value }) => value === id)?.label ?? 'Unknown') : '…'))
    return { id: key, label, value: words.join(', '), remove: { [key]: undefined } }
  })
}

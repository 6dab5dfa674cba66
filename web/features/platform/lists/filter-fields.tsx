import { Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import type { AnyFilter } from '../../../../schema/shared/list-filters.ts'
import { foundOf, furtherCount } from '../../../../schema/shared/list-query.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { DaysField } from '../../../ui/fields/days-field.tsx'
import { MonthField } from '../../../ui/fields/month-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { FiltersButton, FiltersFrame } from '../../../ui/table/filters.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { AsyncOptionSelect, LookupFilter, type OptionSource } from '../lookups/index.ts'
import { AmountField } from './amount-field.tsx'
import own from './lists.module.css'
import type { UsedList } from './use-list.ts'
import { useUsedFilters } from './used-filters.ts'

/** Where the options of lookups come from that aren't kinds of their own, by filter. */
export type Sources = Readonly<Record<string, { name: string; load: OptionSource }>>

/** The field of a filter that a list has to itself, such as those on custom fields. */
export type OwnField = (props: {
  value: string[]
  onChange: (next: string[] | undefined) => void
  list: UsedList<never>
}) => ReactNode
export type OwnFields = Readonly<Record<string, OwnField>>

export interface FieldsOf {
  sources?: Sources | undefined
  fields?: OwnFields | undefined
  /** Sets the widths in the toolbar, of all choices or lookups or of one filter. */
  classes?: Readonly<Record<string, string | undefined>> | undefined
}

type Entry = [key: string, filter: AnyFilter]
type Any = UsedList<never>

/** The list's filters that this company and page use. */
export const useShownFilters = ({ definition, fixed }: Any): Entry[] => {
  const isUsed = useUsedFilters()
  return Object.entries(definition.filters).filter(([key, filter]) => fixed[key] === undefined && isUsed(filter))
}

const addressOf = ([key, { address = key }]: Entry): string => address
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Longer lists of options are searched. */
const MOST_UNSEARCHED = 8

/** Filters beside the search. */
export const ToolbarFilters = ({ list, classes = {} }: { list: Any } & FieldsOf) => {
  const { found, set } = list
  return (
    useShownFilters(list)
      // A page gives the values of its own lists.
      .filter(([, { isFurther, kind }]) => !isFurther && kind !== 'list')
      .filter((entry) => !entry[1].isShownOnceSet || found[addressOf(entry)])
      .map((entry) => {
        const [key, filter] = entry
        const address = addressOf(entry)
        const value = text(found[address])
        if (filter.kind === 'search') {
          return (
            <SearchBox
              key={key}
              label={filter.label}
              placeholder={filter.placeholder ?? ''}
              {...(filter.delayMs && { delayMs: filter.delayMs })}
              value={value ?? ''}
              onSearch={(next) => set({ [address]: next })}
            />
          )
        }
        if (filter.kind === 'lookup') {
          return (
            <LookupFilter
              key={key}
              kind={filter.of as OptionKind}
              label={filter.label}
              className={classes[key] ?? classes.lookup ?? own.filter}
              value={value}
              onChange={(next) => set({ [address]: next })}
            />
          )
        }
        return (
          <Select
            key={key}
            className={classes[key] ?? classes.choice ?? own.filter ?? ''}
            aria-label={filter.label}
            data={filter.options ?? []}
            {...((filter.options?.length ?? 0) > MOST_UNSEARCHED && {
              searchable: true,
              nothingFoundMessage: 'No results',
            })}
            {...(filter.usual
              ? { allowDeselect: false }
              : { placeholder: `Any ${filter.label.toLowerCase()}`, clearable: true })}
            value={value ?? filter.usual ?? null}
            onChange={(next) => set({ [address]: next === filter.usual ? undefined : (next ?? undefined) })}
          />
        )
      })
  )
}

/** The button that opens the filters that don't fit into the toolbar. */
export const FurtherFilters = ({ list, ...rest }: { list: Any } & FieldsOf) => {
  const [opened, setOpened] = useState(false)
  if (!Object.values(list.definition.filters).some(({ isFurther }) => isFurther)) return null
  return (
    <>
      <FiltersButton count={furtherCount(list.definition.filters, list.found)} onClick={() => setOpened(true)} />
      {opened && <FiltersDialog list={list} {...rest} onClose={() => setOpened(false)} />}
    </>
  )
}

/** The address without the filters of the dialog. */
export const withoutFurther = ({ definition: { filters } }: Any): Record<string, unknown> =>
  foundOf(Object.fromEntries(Object.entries(filters).filter(([, { isFurther }]) => isFurther)), {})

const FiltersDialog = ({ list, onClose, ...rest }: { list: Any; onClose: () => void } & FieldsOf) => {
  // What was begun in a field has no value yet, so clearing starts over.
  const [clearings, setClearings] = useState(0)
  const clear = (): void => {
    setClearings(clearings + 1)
    list.set(withoutFurther(list))
  }
  const { filters, nouns } = list.definition
  return (
    <FiltersFrame opened onClose={onClose} count={furtherCount(filters, list.found)} onClear={clear} what={nouns}>
      {useShownFilters(list)
        .filter(([, { isFurther, kind }]) => isFurther && kind !== 'lastDay')
        .filter((entry) => !entry[1].isShownOnceSet || list.found[addressOf(entry)])
        .map((entry) => (
          <FurtherField key={`${entry[0]} ${clearings}`} entry={entry} list={list} {...rest} />
        ))}
    </FiltersFrame>
  )
}

const FurtherField = ({ entry, list, sources = {}, fields = {} }: { entry: Entry; list: Any } & FieldsOf) => {
  const [key, filter] = entry
  const { found, set } = list
  const address = addressOf(entry)
  if (filter.kind === 'months') {
    const from = text(found.from)
    return (
      <Group grow>
        <MonthField label={`${filter.label} from`} value={from ?? null} onChange={(next) => set({ from: next })} />
        <MonthField
          label={`${filter.label} until`}
          value={text(found.to) ?? null}
          {...(from ? { min: from } : {})}
          onChange={(to) => set({ to })}
        />
      </Group>
    )
  }
  if (filter.kind === 'days' && filter.until) {
    const { label, until } = filter
    return (
      <DaysField
        label={label}
        from={text(found[address]) ?? null}
        to={text(found[until]) ?? null}
        onChange={({ from, to }) => set({ [address]: from ?? undefined, [until]: to ?? undefined })}
      />
    )
  }
  if (filter.kind === 'amount') {
    return (
      <AmountField label={filter.label} value={text(found[address])} onChange={(next) => set({ [address]: next })} />
    )
  }
  if (filter.kind === 'lookups') {
    return (
      <AsyncOptionSelect
        multiple
        kind={filter.of as OptionKind}
        label={filter.label}
        placeholder="Any"
        value={(found[address] as string[] | undefined) ?? []}
        onChange={(next) => set({ [address]: next.length > 0 ? next : undefined })}
      />
    )
  }
  const Own = fields[key]
  if (Own) {
    const value = (found[address] as string[] | undefined) ?? []
    return <Own list={list} value={value} onChange={(next) => set({ [address]: next })} />
  }
  const placeholder = filter.of === 'member' ? 'Anyone' : 'Any'
  const shared = {
    ...{ label: filter.label, placeholder, value: text(found[address]) ?? null },
    onChange: (next: string | null) => set({ [address]: next ?? undefined }),
  }
  if (filter.kind === 'choice') return <OptionSelect {...shared} options={[...(filter.options ?? [])] as Option[]} />
  const source = sources[key]
  return <AsyncOptionSelect {...shared} kind={filter.of as OptionKind} {...(source && { source })} />
}

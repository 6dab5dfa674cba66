import { Loader } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { MultiSelect, Select } from '../../../ui/choices/select.tsx'
import { asterisk, type FieldProps, SCROLLING_LIST } from '../../../ui/fields/field-props.ts'
import { type NamedSource, optionSource, useOptionLabels } from './api.ts'
import { useSearchedOptions } from './searched-options.ts'

interface SourceProps {
  kind: OptionKind
  /** Replaces the kind's own endpoint, for options of a question or a plan. Needs its own name. */
  source?: NamedSource
  /** Options that are already known, such as labels that came with the values. */
  known?: Option[]
}

/** A last choice for what isn't in the list. It gets what was typed. */
interface More {
  label: (typed: string) => string
  onChoose: (typed: string) => void
}

interface SingleProps extends FieldProps<string | null>, SourceProps {
  multiple?: false
  more?: More
}

interface MultipleProps extends FieldProps<string[]>, SourceProps {
  multiple: true
  more?: undefined
}

/** No id has a space. */
const MORE = 'more than the list'

const uniqueByValue = (options: Option[]): Option[] => [...new Map(options.map((o) => [o.value, o])).values()]

/** Selects one or several ids from a list that is searched on the server. Chosen ids always show their labels. */
export const AsyncOptionSelect = (props: SingleProps | MultipleProps) => {
  const { kind, source, known, required, placeholder, value, onChange, multiple, more, ...rest } = props
  const name = source?.name ?? kind
  const load = useMemo(() => source?.load ?? optionSource(kind), [source?.load, kind])
  const [opened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const [remembered, setRemembered] = useState<Option[]>(known ?? [])
  const chosenIds = useMemo(() => (Array.isArray(value) ? value : value ? [value] : []), [value])

  // A search box with the chosen label isn't a search.
  const isLabel = remembered.some((o) => o.label === search.trim() && chosenIds.includes(o.value))
  const typed = isLabel ? '' : search.trim()
  const { options: results, waiting, error, askNow } = useSearchedOptions(name, load, typed, opened)
  const missing = chosenIds.filter((id) => !remembered.some((o) => o.value === id))
  const labels = useOptionLabels(name, load, missing)
  // Also from the search that a page chose from: a label that went and came back would replace what is typed meanwhile.
  const named = [...(labels.data ?? []), ...results].filter((o) => missing.includes(o.value))
  if (named.length > 0) setRemembered(uniqueByValue([...remembered, ...named]))
  const labelOf = (id: string): Option =>
    remembered.find((o) => o.value === id) ?? { value: id, label: labels.isPending && missing.length ? '…' : 'Unknown' }

  const isFound = results.some((o) => o.label.toLowerCase() === typed.toLowerCase())
  const last = more && !waiting && !isFound ? [{ value: MORE, label: more.label(typed) }] : []
  const data = uniqueByValue([...chosenIds.map(labelOf), ...results, ...last])
  const shown = new Set([...results, ...last].map((o) => o.value))
  const choose = (ids: string[]): void =>
    setRemembered(uniqueByValue([...remembered, ...data.filter((o) => ids.includes(o.value))]))
  const shared = {
    ...rest,
    ...asterisk(required),
    data,
    searchable: true,
    clearable: !required,
    searchValue: search,
    onSearchChange: setSearch,
    typed,
    remote: { waiting, askNow },
    onDropdownOpen: () => setOpened(true),
    onDropdownClose: () => setOpened(false),
    filter: ({ options }: { options: readonly unknown[] }) =>
      (options as Option[]).filter((o) => shown.has(o.value)) as never,
    ...SCROLLING_LIST,
    rightSection: waiting ? <Loader size={14} /> : undefined,
    nothingFoundMessage: error ? `Error: ${errorMessage(error)}` : waiting ? 'Searching…' : 'No results',
  }
  if (multiple) {
    const chosen = value ?? []
    return (
      <MultiSelect
        {...shared}
        value={chosen}
        hidePickedOptions
        placeholder={chosen.length ? '' : (placeholder ?? 'Search')}
        onChange={(next) => {
          choose(next)
          onChange?.(next)
        }}
      />
    )
  }
  return (
    <Select
      {...shared}
      value={value ?? null}
      allowDeselect={!required}
      placeholder={placeholder ?? 'Search'}
      onChange={(next) => {
        if (next === MORE) {
          more?.onChoose(typed)
          return
        }
        if (next) choose([next])
        onChange?.(next)
      }}
    />
  )
}

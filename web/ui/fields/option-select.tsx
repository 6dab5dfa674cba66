import type { Option } from '../../../schema/shared/values.ts'
import { MultiSelect, Select } from '../choices/select.tsx'
import { asterisk, type FieldProps, SCROLLING_LIST } from './field-props.ts'

interface SingleProps extends FieldProps<string | null> {
  options: Option[]
  multiple?: false
}

interface MultipleProps extends FieldProps<string[]> {
  options: Option[]
  multiple: true
}

/** More options than this get a search box. */
const SEARCH_FROM = 8

/** One or several from a list that is already loaded. */
export const OptionSelect = (props: SingleProps | MultipleProps) => {
  if (props.multiple) {
    const { options, multiple: _, required, value, onChange, placeholder, ...rest } = props
    return (
      <MultiSelect
        {...rest}
        {...asterisk(required)}
        {...SCROLLING_LIST}
        data={options}
        value={value ?? []}
        onChange={(next) => onChange?.(next)}
        placeholder={value?.length ? '' : (placeholder ?? 'Select')}
        searchable={options.length > SEARCH_FROM}
        clearable={!required}
        hidePickedOptions
        nothingFoundMessage="No results"
      />
    )
  }
  const { options, multiple: _, required, value, onChange, placeholder = 'Select', ...rest } = props
  return (
    <Select
      {...rest}
      {...asterisk(required)}
      {...SCROLLING_LIST}
      data={options}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
      placeholder={placeholder}
      searchable={options.length > SEARCH_FROM}
      clearable={!required}
      allowDeselect={!required}
      nothingFoundMessage="No results"
    />
  )
}

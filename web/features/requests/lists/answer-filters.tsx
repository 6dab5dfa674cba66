import { useState } from 'react'
import type { FilterOption } from '../../../../schema/requests/endpoints.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { AnswerField } from './answer-field.tsx'
import { type AnswerFilter, answerFiltersOf, answerPairs } from './answers.ts'

interface AnswerFiltersProps {
  /** Questions and fields that can be filtered by, with their possible answers. */
  options: readonly FilterOption[]
  /** Labels and values alternately, as in the address. */
  pairs: string[] | undefined
  onChange: (pairs: string[] | undefined) => void
  /** Label of the picker for another one. */
  label: string
  placeholder: string
}

/** Filters by answers: each one that is set, and a picker for another. */
export const AnswerFilters = ({ options, pairs, onChange, label: text, placeholder }: AnswerFiltersProps) => {
  // Chosen questions that have no value yet.
  const [begun, setBegun] = useState<string[]>([])
  const chosen = answerFiltersOf(pairs)
  const rows: AnswerFilter[] = [
    ...chosen,
    ...begun
      .filter((label) => !chosen.some((filter) => filter.label === label))
      .map((label) => ({ label, values: [] })),
  ]
  const change = (label: string, values: string[]): void => {
    setBegun((before) => [...new Set([...before, ...rows.map((row) => row.label)])])
    onChange(answerPairs(rows.map((row) => (row.label === label ? { label, values } : row))))
  }
  const remove = (label: string): void => {
    setBegun((before) => before.filter((other) => other !== label))
    onChange(answerPairs(chosen.filter((filter) => filter.label !== label)))
  }
  const unused = [...new Set(options.map(({ label }) => label))].filter(
    (label) => !rows.some((row) => row.label === label),
  )
  return (
    <>
      {rows.map((row) => (
        <AnswerField
          key={row.label}
          filter={row}
          option={options.find(({ label }) => label.toLowerCase() === row.label.toLowerCase())}
          onChange={(values) => change(row.label, values)}
          onRemove={() => remove(row.label)}
        />
      ))}
      {unused.length > 0 && (
        <Select
          label={text}
          placeholder={placeholder}
          data={unused}
          value={null}
          searchable
          nothingFoundMessage="No results"
          onChange={(label) => label && setBegun([...begun, label])}
        />
      )}
    </>
  )
}

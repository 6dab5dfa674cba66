import { useState } from 'react'
import type { Difference, Mapping, Problem } from '../../../../schema/platform/configuration/endpoints.ts'
import { REFERENCE_WORDS, type ReferenceKind } from '../../../../schema/platform/configuration/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import classes from './configuration.module.css'
import { problemsText } from './words.ts'

interface ProblemListProps {
  problems: Problem[]
  choices: Difference['choices']
  onChoose: (mapping: Mapping) => void
}

/** What is wrong with a file, beside its line, and what unknown names can stand for. */
export const ProblemList = ({ problems, choices, onChoose }: ProblemListProps) => {
  if (problems.length === 0) return null
  const errors = problems.filter(({ level }) => level === 'ERROR').length
  return (
    <section className={classes.card} aria-label="Problems">
      <h4 className={classes.title}>{errors > 0 ? problemsText(errors) : 'Please note'}</h4>
      <ul className={classes.list}>
        {problems.map(({ line, level, message, reference }) => (
          <li key={`${line} ${message}`} className={classes.problem} data-level={level}>
            <span className={classes.line}>{line === null ? 'File' : `Line ${line}`}</span>
            <span>{message}</span>
            {reference && (
              <NameChoice
                reference={reference}
                names={choices[reference.kind] ?? []}
                onChoose={(to) => onChoose({ ...reference, to })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const LEAVE_OUT = ' leave out'

interface NameChoiceProps {
  reference: { kind: ReferenceKind; name: string }
  names: string[]
  onChoose: (to: string | null) => void
}

const NameChoice = ({ reference, names, onChoose }: NameChoiceProps) => {
  const [value, setValue] = useState<string | null>(null)
  const isCurrency = reference.kind === 'currency'
  const options = [
    ...(isCurrency ? [] : [{ value: LEAVE_OUT, label: 'Leave out' }]),
    ...names.map((name) => ({
      value: name,
      label: isCurrency ? `Take the same numbers over in ${name}` : name,
    })),
  ]
  return (
    <OptionSelect
      aria-label={`What the ${REFERENCE_WORDS[reference.kind]} ${reference.name} stands for`}
      placeholder={isCurrency ? 'Decide' : 'Leave out or map'}
      options={options}
      value={value}
      onChange={(next) => {
        setValue(next)
        if (next !== null) onChoose(next === LEAVE_OUT ? null : next)
      }}
    />
  )
}

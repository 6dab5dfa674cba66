import { Alert, Button, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mappingProblem } from '../../../../schema/shared/imports.ts'
import { errorMessage, isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { checkImport, importKeys, type VendorImport } from './api.ts'
import classes from './vendor-imports.module.css'

const LEFT_OUT = ''

/** What each column of the file is, and what happens to existing vendors. */
export const Mapping = ({ found, onDirty }: { found: VendorImport; onDirty: (dirty: boolean) => void }) => {
  const client = useQueryClient()
  const [mapping, setMapping] = useState(() => found.columns.map(({ field }) => field))
  const [existing, setExisting] = useState(found.existing)
  const fields = found.fields.map((field) => ({ ...field, example: '', headers: [] }))
  const wrong = mappingProblem(
    mapping,
    fields.map(({ isRequired = false, ...field }) => ({ ...field, isRequired })),
  )
  const check = useCommand({
    run: (_: undefined, { commandId }) =>
      checkImport(found.id, { mapping, existing, version: found.version }, commandId),
    onSuccess: (checked) => {
      client.setQueryData(importKeys.one(found.id), checked)
      void client.invalidateQueries({ queryKey: importKeys.list })
      onDirty(false)
    },
    // Shown below the columns.
    onError: () => true,
  })
  const change = (next: (string | null)[]) => {
    setMapping(next)
    check.reset()
    onDirty(true)
  }
  const options = [
    { value: LEFT_OUT, label: 'Leave out' },
    ...found.fields.map(({ key, label, isRequired }) => ({
      value: key,
      label: isRequired ? `${label} (required)` : label,
    })),
  ]
  const taken = new Set(mapping.filter((key) => key !== null))
  const isStale = isApiError(check.error, 'CONFLICT')
  return (
    <section className={classes.section} aria-labelledby="import-columns">
      <h2 id="import-columns" className={classes.heading}>
        Columns
      </h2>
      <p className={classes.lead}>
        Columns were matched by their headers. Correct any that are wrong and skip those you don’t need.
      </p>
      <table className={classes.mapping} aria-labelledby="import-columns">
        <thead>
          <tr>
            <th scope="col">Column in the file</th>
            <th scope="col">First values</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map(({ header, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat, and columns never move
            <tr key={index}>
              <th scope="row">{header || `Column ${index + 1}`}</th>
              <td className={classes.samples}>{samples.join(' · ') || <span aria-hidden>–</span>}</td>
              <td className={classes.field}>
                <Select
                  aria-label={`Field of ${header || `column ${index + 1}`}`}
                  data={options.map((option) => ({
                    ...option,
                    disabled: option.value !== LEFT_OUT && option.value !== mapping[index] && taken.has(option.value),
                  }))}
                  value={mapping[index] ?? LEFT_OUT}
                  allowDeselect={false}
                  searchable
                  onChange={(key) => change(mapping.map((old, at) => (at === index ? key || null : old)))}
                  description={found.fields.find(({ key }) => key === mapping[index])?.help}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Radio.Group
        mt="lg"
        label="Vendors you already have, by name"
        value={existing}
        onChange={(next) => {
          setExisting(next === 'UPDATE' ? 'UPDATE' : 'SKIP')
          check.reset()
          onDirty(true)
        }}
      >
        <Radio mt="xs" value="SKIP" label="Skip them" />
        <Radio mt="xs" value="UPDATE" label="Update them from the file. Empty cells change nothing" />
      </Radio.Group>
      {(wrong ?? check.error) && (
        <Alert mt="md" color={wrong ? 'yellow' : 'red'} role={wrong ? 'status' : 'alert'}>
          {wrong ?? errorMessage(check.error)}
          {isStale && (
            <Button
              mt="xs"
              size="compact-sm"
              variant="default"
              onClick={() => {
                check.reset()
                void client.invalidateQueries({ queryKey: importKeys.one(found.id) })
              }}
            >
              Load what changed
            </Button>
          )}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button
          variant={found.status === 'CHECKED' ? 'default' : 'filled'}
          disabled={wrong !== null}
          loading={check.isPending}
          onClick={() => check.send(undefined)}
        >
          Check file
        </Button>
      </div>
    </section>
  )
}

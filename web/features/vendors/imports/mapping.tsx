import { Alert, Button, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mappingProblem } from '../../../../schema/shared/imports.ts'
import { errorMessage, isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { importClasses as classes, MappingTable } from '../../platform/imports/index.ts'
import { checkImport, importKeys, type VendorImport } from './api.ts'

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
  const isStale = isApiError(check.error, 'CONFLICT')
  return (
    <section className={classes.section} aria-labelledby="import-columns">
      <MappingTable columns={found.columns} fields={found.fields} mapping={mapping} onChange={change} />
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

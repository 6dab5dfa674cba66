import { Alert, Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mappingProblem } from '../../../../schema/shared/imports.ts'
import { errorMessage, isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { importClasses as classes, counted, MappingTable } from '../imports/index.ts'
import { checkImport, importKeys, type MemberImport } from './api.ts'

/** What each column of the file is, and what happens to departments that don't exist. */
export const Mapping = ({ found, onDirty }: { found: MemberImport; onDirty: (dirty: boolean) => void }) => {
  const client = useQueryClient()
  const [mapping, setMapping] = useState(() => found.columns.map(({ field }) => field))
  const [createsDepartments, setCreatesDepartments] = useState(found.createsDepartments)
  const wrong = mappingProblem(
    mapping,
    found.fields.map((field) => ({ ...field, headers: [] })),
  )
  const check = useCommand({
    run: (creates: boolean, { commandId }) =>
      checkImport(found.id, { mapping, createsDepartments: creates, version: found.version }, commandId),
    onSuccess: (checked) => {
      client.setQueryData(importKeys.one(found.id), checked)
      void client.invalidateQueries({ queryKey: importKeys.list })
      onDirty(false)
    },
    // Shown below the columns.
    onError: () => true,
  })
  const { unknownDepartments, mayCreateDepartments } = found
  const isStale = isApiError(check.error, 'CONFLICT')
  return (
    <section className={classes.section} aria-labelledby="import-columns">
      <MappingTable
        columns={found.columns}
        fields={found.fields}
        mapping={mapping}
        onChange={(next) => {
          setMapping(next)
          check.reset()
          onDirty(true)
        }}
      />
      {unknownDepartments.length > 0 && (
        <Alert
          mt="md"
          color="yellow"
          role="status"
          title={`${counted(unknownDepartments.length, 'department')} not found`}
        >
          {unknownDepartments.slice(0, 20).join(', ')}
          {unknownDepartments.length > 20 && ` and ${unknownDepartments.length - 20} more`}
          {mayCreateDepartments ? (
            <Checkbox
              mt="sm"
              label="Create these departments with the import"
              checked={createsDepartments}
              disabled={check.isPending}
              onChange={({ currentTarget }) => {
                setCreatesDepartments(currentTarget.checked)
                check.send(currentTarget.checked)
              }}
            />
          ) : (
            '. Ask an admin to create them, or correct the file.'
          )}
        </Alert>
      )}
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
          onClick={() => check.send(createsDepartments)}
        >
          Check file
        </Button>
      </div>
    </section>
  )
}

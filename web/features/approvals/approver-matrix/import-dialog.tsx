import { Alert, Button, FileInput, Group, Radio, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MATRIX_LIMITS, type MatrixGrid } from '../../../../schema/approvals/approver-matrix/model.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { newCommandId } from '../../../lib/rest.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { parseFile } from './text/delimited.ts'
import { type ImportPlan, importedRows, kindsOf, planImport, textsOfLines } from './text/table.ts'
import type { NameBook } from './use-name-book.ts'

interface ImportDialogProps {
  opened: boolean
  grid: MatrixGrid
  book: NameBook
  onClose: () => void
  onImported: (grid: MatrixGrid, rows: number) => void
}

const MAX_BYTES = 2 * 1024 * 1024

/** Imports rows from a file or a spreadsheet. Unknown names are marked and can be corrected. */
export const ImportDialog = ({ opened, onClose, ...rest }: ImportDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Import rows">
    {opened && <ImportForm onClose={onClose} {...rest} />}
  </Dialog>
)

const ImportForm = ({ grid, book, onClose, onImported }: Omit<ImportDialogProps, 'opened'>) => {
  const [text, setText] = useState('')
  const [mode, setMode] = useState(grid.rows.length > 0 ? 'append' : 'replace')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const plan = text.trim() === '' ? null : planImport(grid, parseFile(text), newCommandId)
  const kept = mode === 'append' ? grid.rows.length : 0
  const tooMany = plan !== null && kept + plan.lines.length > MATRIX_LIMITS.rows

  const read = async (file: File | null): Promise<void> => {
    setError(null)
    if (!file) return setText('')
    if (file.size > MAX_BYTES) return setError('The file is larger than 2 MB. Split it.')
    setText(await file.text())
  }
  const bringIn = async (found: ImportPlan): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const resolve = await book.resolve(textsOfLines(found.lines, kindsOf(found.columns)))
      const rows = importedRows(found, resolve, newCommandId)
      onImported({ ...found.grid, rows: mode === 'append' ? [...grid.rows, ...rows] : rows }, rows.length)
      onClose()
    } catch (failure) {
      setError(`Names could not be looked up: ${errorMessage(failure)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Text size="sm" mb="md">
        The first line names the columns: Department, Entity, Business unit or Category for conditions, any other name
        for approvers. Separate several names in a cell with semicolons. List people by name or email address.
      </Text>
      <FileInput
        label="CSV file"
        accept=".csv,.tsv,.txt,text/csv"
        placeholder="Choose a file"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove file' }}
        onChange={(file) => void read(file)}
      />
      <Textarea
        mt="md"
        label="Or paste it here"
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {grid.rows.length > 0 && (
        <Radio.Group mt="md" label="Existing rows" value={mode} onChange={setMode}>
          <Group gap="lg" mt={4}>
            <Radio value="append" label="Keep, and add the new rows after them" />
            <Radio value="replace" label="Replace" />
          </Group>
        </Radio.Group>
      )}
      {text.trim() !== '' && !plan && (
        <Alert color="red" mt="md" role="alert">
          The first line must name every column, each once.
        </Alert>
      )}
      {tooMany && (
        <Alert color="red" mt="md" role="alert">
          A matrix has at most {MATRIX_LIMITS.rows.toLocaleString('en-US')} rows; this would make{' '}
          {(kept + plan.lines.length).toLocaleString('en-US')}.
        </Alert>
      )}
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      {plan && !tooMany && (
        <Text size="sm" mt="md">
          {plan.lines.length === 1 ? '1 row' : `${plan.lines.length.toLocaleString('en-US')} rows`} with{' '}
          {plan.columns.map((column) => column.label).join(', ')}.
          {plan.left.length > 0 && ` No room for ${plan.left.join(', ')}.`} Nothing is saved yet.
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!plan || tooMany} loading={busy} onClick={() => plan && void bringIn(plan)}>
          Import rows
        </Button>
      </Group>
    </>
  )
}

import { Anchor, Button, FileInput } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  externalTemplate,
  externalUploadForm,
  MAX_EXTERNAL_ROWS,
} from '../../../../schema/requests/external-requests/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { categoriesQuery, externalKeys, type NewUpload, uploadRequests } from './api.ts'
import classes from './external-requests.module.css'

/** Checks a file. Nothing is imported by it. */
export const UploadForm = ({ companyId }: { companyId: string }) => {
  const { data: categories = [], isSuccess } = useQuery(categoriesQuery(companyId))
  const form = useBodyForm<{ body: typeof externalUploadForm }, NewUpload>(
    { body: externalUploadForm },
    {
      initial: { companyId, intakeCategoryId: '', system: '', file: null },
      toBody: ({ file: _, ...fields }) => fields,
      moreFaults: ({ file }): Record<string, string> => (file ? {} : { file: 'Choose a CSV file' }),
    },
  )
  const check = useCommand<NewUpload, { id: string }>({
    run: (upload) => uploadRequests(upload),
    form,
    invalidates: [externalKeys.all(companyId)],
    onSuccess: () => form.setFieldValue('file', null),
  })
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((values) => check.send({ ...form.bodyOf(values), file: values.file }))}
      noValidate
    >
      <p className={classes.lead}>
        Brings requests that were approved or rejected in another system into a category. There are no approvals and no
        emails. Files have up to {formatNumber(MAX_EXTERNAL_ROWS)} rows.{' '}
        <Anchor href={externalTemplate.path} download inherit underline="always">
          Download template
        </Anchor>
      </p>
      <FieldPair>
        <OptionSelect
          label="Category"
          description={
            isSuccess && categories.length === 0 ? 'The company has no category with a form yet.' : undefined
          }
          required
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('intakeCategoryId')}
          value={form.values.intakeCategoryId || null}
        />
        <TextField
          label="Other system"
          placeholder="Coupa"
          required
          maxLength={100}
          {...form.getInputProps('system')}
        />
      </FieldPair>
      <FileInput
        label="CSV file"
        withAsterisk
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,text/csv"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        clearable
        {...form.getInputProps('file')}
      />
      <div>
        <Button type="submit" loading={check.isPending}>
          Check file
        </Button>
      </div>
    </form>
  )
}

import { Button, Group, Paper, TagsInput, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_AUDIT_RECIPIENTS } from '../../../../schema/platform/audit/endpoints.ts'
import { ApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { auditKeys, fetchRecipients, saveRecipients } from './api.ts'

/** Who gets the day's signed summary by email, so that a copy exists outside the database. */
export const RecipientsCard = () => {
  const { data, isLoading } = useQuery({
    queryKey: auditKeys.recipients,
    queryFn: ({ signal }) => fetchRecipients(signal),
  })
  const [edited, setEdited] = useState<string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useCommand({
    run: (emails: string[], { commandId }) => saveRecipients(emails, commandId),
    success: 'Recipients saved',
    invalidates: [auditKeys.all],
    onSuccess: () => setEdited(null),
    onError: (error) => {
      if (!(error instanceof ApiError) || !error.fields) return false
      setProblem(Object.values(error.fields)[0] ?? error.message)
      return true
    },
  })
  useNotYet(isLoading)
  if (!data) return null
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-labelledby="audit-recipients">
      <Title order={2} size="h4" id="audit-recipients">
        Daily signed summary
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {data.isSigned
          ? 'Every day Outlay signs how many entries the log has and a fingerprint of them all. Emailed copies let your auditors prove that nothing was removed.'
          : 'Summaries aren’t signed yet. Ask your Outlay administrator to set up a signing key; recipients get them after that.'}
      </Text>
      <Group align="flex-end" mt="sm">
        <TagsInput
          label="Recipients"
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          description={`Up to ${MAX_AUDIT_RECIPIENTS} email addresses; press Enter after each`}
          flex="1 1 20rem"
          value={edited ?? data.emails}
          maxTags={MAX_AUDIT_RECIPIENTS}
          error={problem}
          onChange={(emails) => {
            setProblem(null)
            setEdited(emails)
          }}
          acceptValueOnBlur
        />
        <Button
          variant="default"
          disabled={edited === null}
          loading={save.isPending}
          onClick={() => save.send(edited ?? data.emails)}
        >
          Save recipients
        </Button>
      </Group>
    </Paper>
  )
}

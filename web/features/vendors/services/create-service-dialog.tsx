import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { customFromAnswers } from '../../../../schema/requests/workflows/custom-mappings.ts'
import { SERVICE_FIELD_LABELS, serviceFromAnswers } from '../../../../schema/requests/workflows/service-mappings.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import { createServiceFromTask } from '../../../../schema/vendors/services/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { toastError } from '../../../lib/toasts.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../ui/drafts/use-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import type { TaskDialogProps } from '../../approvals/tasks/index.ts'
import { DocumentManager } from '../../documents/documents/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import {
  requestKeys,
  toAnswers,
  useAdditionalSteps,
  useAnswers,
  useForm,
  useSubmission,
} from '../../requests/submissions/index.ts'
import { useFields } from '../settings/index.ts'
import { serviceKeys } from './api.ts'
import { bodyOf, type ServiceFormValues } from './form-values.ts'
import classes from './from-answers.module.css'
import { formOfAnswers } from './from-answers.ts'
import { ServiceFields } from './service-fields.tsx'

/** The service that a task asks for: filled in from the answers, reviewed, created. */
export const CreateServiceDialog = (props: TaskDialogProps) => {
  const { submissionId, block, onClose } = props
  const { currency } = useCompany()
  const submission = useSubmission(submissionId)
  const answers = useAnswers(submissionId)
  const steps = useAdditionalSteps(submissionId)
  const form = useForm(submission.data?.intakeCategoryId ?? '', {
    formVersion: submission.data?.formVersion,
    enabled: submission.data !== undefined,
  })
  const settings = block.settings.createService ?? { mappings: {} }
  const fields = useFields()
  const error = submission.error ?? answers.error ?? steps.error ?? form.error ?? fields.error
  if (answers.data && steps.data && form.data && fields.data) {
    const given = [...answers.data.answers, ...steps.data.flatMap((step) => step.answers)]
    const values = toAnswers(given)
    const { service, gone } = serviceFromAnswers(settings, values, form.data)
    const ofService = customFromAnswers(settings, values, form.data, fields.data.serviceFormFields)
    const ofItem = customFromAnswers(settings, values, form.data, fields.data.serviceItemFormFields)
    return (
      <ServiceDialog
        {...props}
        initialValues={formOfAnswers(service, currency, { ofService: ofService.answers, ofItem: ofItem.answers })}
        initialDocumentIds={service.documentIds ?? []}
        gone={[...gone.map((field) => SERVICE_FIELD_LABELS[field]), ...ofService.gone, ...ofItem.gone]}
      />
    )
  }
  return (
    <Dialog opened onClose={onClose} title={block.label}>
      {error ? (
        <ErrorState
          error={error}
          compact
          onRetry={() =>
            void Promise.all([
              submission.refetch(),
              answers.refetch(),
              steps.refetch(),
              form.refetch(),
              fields.refetch(),
            ])
          }
        />
      ) : (
        <Skeleton height={240} radius="md" />
      )}
    </Dialog>
  )
}

interface ServiceDialogProps extends TaskDialogProps {
  initialValues: ServiceFormValues
  initialDocumentIds: string[]
  /** Labels of fields whose question isn't in this request's form. */
  gone: string[]
}

const ServiceDialog = (props: ServiceDialogProps) => {
  const { submissionId, block, onRefresh, onClose, initialValues, initialDocumentIds, gone } = props
  const [documentIds, setDocumentIds] = useState(initialDocumentIds)
  const [known] = useState(initialDocumentIds)
  const fields = useFields().data
  const { form, submit, isPending, isSuccess } = useEndpointForm(createServiceFromTask, {
    // From the answers when the dialog opened. What is typed is never replaced.
    initial: initialValues,
    toBody: (values) => ({ ...bodyOf(values, fields), documentIds, levelGroupStatusId: block.id }),
    success: (_, { name }) => `${name} created`,
    invalidates: [requestKeys.one(submissionId), serviceKeys.all],
    onSuccess: () => {
      draft.finish()
      onClose()
    },
    onError: (error) => {
      if (!isApiError(error)) return undefined
      if (error.fields) return true
      if (error.code !== 'CONFLICT' && error.code !== 'NOT_FOUND') return undefined
      toastError(error.message)
      onRefresh()
      onClose()
      return true
    },
  })
  const dirty = (form.isDirty() || documentIds.join() !== known.join()) && !isSuccess
  type Kept = { values: ServiceFormValues; documentIds: string[] }
  const putBack = (kept: Kept): void => {
    form.setValues({ ...form.values, ...kept.values })
    setDocumentIds(kept.documentIds)
  }
  const draft = useDraft<Kept>({
    name: `service.task.${block.id}`,
    value: { values: form.values, documentIds },
    version: 0,
    dirty,
    isDraftOf: (value): value is Kept =>
      typeof value === 'object' && value !== null && 'values' in value && 'documentIds' in value,
    onRestore: putBack,
    onUndo: putBack,
  })
  useLeaveGuard(dirty, 'The service hasn’t been created. What you entered stays in this browser.')
  const close = async (): Promise<void> => {
    const sure =
      !dirty ||
      (await confirm({
        title: 'Close without creating the service?',
        text: 'What you entered stays in this browser. The task stays open.',
        confirmLabel: 'Close',
        cancelLabel: 'Stay',
      }))
    if (sure) onClose()
  }
  const { mappings = {}, customMappings = {} } = block.settings.createService ?? {}
  const fromAnswers = Object.keys({ ...mappings, ...customMappings }).length > gone.length
  return (
    <Dialog opened onClose={() => void close()} title={block.label} size="48rem" closeOnClickOutside={false}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <DraftNotice draft={draft} />
        <Text>
          {fromAnswers ? 'Filled in from the answers. Review before you save. ' : ''}
          Creating the service completes this task and links the service to the request.
        </Text>
        {block.createdService && (
          <Alert color="yellow">
            <AppLink href={to('/services/$serviceId', { serviceId: block.createdService.id })}>
              {block.createdService.name}
            </AppLink>{' '}
            was created for this task before the request was edited. This will create a second service.
          </Alert>
        )}
        {gone.length > 0 && (
          <Alert color="yellow">
            {listOf(gone.map((label) => `“${label}”`))} couldn’t be filled in because this request’s form doesn’t have
            the question. Enter it manually.
          </Alert>
        )}
        <ServiceFields form={form} service={null} />
        <DocumentManager
          label="Documents"
          description="Visible to everyone who can see the service."
          temporary
          value={documentIds}
          error={form.errors.documentIds}
          onChange={setDocumentIds}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void close()} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create service
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

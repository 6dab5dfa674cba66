import { z } from 'zod'
import {
  ORDER_FIELDS,
  type RuleSettings,
  SERVICE_FIELDS,
  type WorkflowRule,
} from '../../../../schema/approvals/workflows/definition.ts'
import type { Path, Reading, Writing } from '../../platform/configuration/index.ts'
import { type FormNames, finder } from '../forms/index.ts'

/** What tasks of a workflow are set to, in a file of configuration. */

const key = z.string().max(800)
const text = z.string().max(5000)
const documentName = z.string().max(300)

export const settingsFile = {
  instructions: text.optional(),
  /** For an additional step: the steps of the form. */
  fills: z.array(z.string().max(200)).max(20).optional(),
  addedLevels: z.enum(['within', 'at-the-end']).optional(),
  webhook: z
    .strictObject({
      /** Without what follows, which can be secret. */
      host: z.string().min(1).max(255),
      fields: z
        .array(z.strictObject({ key: z.string().min(1).max(100), question: key.optional() }))
        .max(50)
        .default([]),
    })
    .optional(),
  document: z
    .strictObject({
      to: z.enum(['requester', 'question']),
      question: key.optional(),
      message: text.optional(),
      documents: z.array(documentName).max(20),
    })
    .optional(),
  service: z
    .strictObject({
      from: z.partialRecord(z.enum(SERVICE_FIELDS), key).default({}),
      customFields: z.record(z.string().max(600), key).optional(),
    })
    .optional(),
  vendorForm: z
    .strictObject({
      forms: z.array(z.string().max(120)).max(10),
      vendor: z.strictObject({
        from: z.enum(['request', 'question', 'vendor']),
        question: key.optional(),
        vendor: z.string().max(300).optional(),
      }),
      to: z.strictObject({
        who: z.enum(['vendor', 'contact', 'question', 'email']),
        question: key.optional(),
        email: z.string().max(320).optional(),
      }),
      message: text.optional(),
    })
    .optional(),
  purchaseOrder: z.strictObject({ from: z.partialRecord(z.enum(ORDER_FIELDS), key).default({}) }).optional(),
}
const shape = z.object(settingsFile)
export type SettingsFile = z.output<typeof shape>

const hostOf = (url: string): string => {
  try {
    return new URL(url).host
  } catch {
    return url.slice(0, 0)
  }
}

const asked = (id: string | null, form: FormNames): string | undefined => (id === null ? undefined : form.keyOf(id))
const mappingToFile = <K extends string>(order: readonly K[], mappings: Partial<Record<K, string>>, form: FormNames) =>
  Object.fromEntries(order.flatMap((field) => (mappings[field] ? [[field, form.keyOf(mappings[field])]] : [])))

export const settingsToFile = (settings: RuleSettings, form: FormNames, reading: Reading): object => {
  const { webhook, sendDocument, createService, sendVendorForm, purchaseOrder } = settings
  const steps = new Map(form.form.steps.map((step) => [step.id, step.label]))
  return {
    instructions: settings.description || undefined,
    fills: settings.stepIds?.map((id) => steps.get(id) ?? '(deleted)'),
    addedLevels: settings.workflowType && (settings.workflowType === 'SUB_LEVELS' ? 'within' : 'at-the-end'),
    webhook: webhook && {
      host: hostOf(webhook.url),
      fields: webhook.fields.map((field) => ({ key: field.key, question: asked(field.questionId, form) })),
    },
    document: sendDocument && {
      to: sendDocument.recipient.source === 'REQUESTER' ? 'requester' : 'question',
      question:
        sendDocument.recipient.source === 'QUESTION' ? asked(sendDocument.recipient.questionId, form) : undefined,
      message: sendDocument.emailCopy || undefined,
      documents: reading.namesOf('document', sendDocument.documentIds),
    },
    service: createService && {
      from: mappingToFile(SERVICE_FIELDS, createService.mappings, form),
      customFields:
        createService.customMappings && Object.keys(createService.customMappings).length > 0
          ? Object.fromEntries(
              Object.entries(createService.customMappings)
                .map(([field, question]) => [reading.nameOf('serviceField', field), form.keyOf(question)])
                .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
            )
          : undefined,
    },
    vendorForm: sendVendorForm && {
      forms: reading.namesOf('category', sendVendorForm.intakeCategoryIds),
      vendor: {
        from: sendVendorForm.vendor.source.toLowerCase(),
        question:
          sendVendorForm.vendor.source === 'QUESTION' ? asked(sendVendorForm.vendor.questionId, form) : undefined,
        vendor:
          sendVendorForm.vendor.source === 'VENDOR'
            ? reading.nameOf('vendor', sendVendorForm.vendor.vendorId)
            : undefined,
      },
      to: {
        who: sendVendorForm.recipient.source.toLowerCase(),
        question:
          sendVendorForm.recipient.source === 'QUESTION' ? asked(sendVendorForm.recipient.questionId, form) : undefined,
        email: sendVendorForm.recipient.source === 'EMAIL' ? sendVendorForm.recipient.email : undefined,
      },
      message: sendVendorForm.emailCopy || undefined,
    },
    purchaseOrder: purchaseOrder && { from: mappingToFile(ORDER_FIELDS, purchaseOrder.mappings, form) },
  }
}

interface Place {
  form: FormNames
  writing: Writing
  path: Path
}

const questionId = ({ form, writing, path }: Place, name: string | undefined, at: Path): string | null => {
  if (name === undefined) return null
  const question = form.find(name)
  if (!question) writing.problem([...path, ...at], `There’s no such question in the form: ${name}`)
  return question?.id ?? null
}

const mappingFromFile = <K extends string>(place: Place, from: Partial<Record<K, string>>, at: Path) =>
  Object.fromEntries(
    Object.entries(from).flatMap(([field, name]) => {
      const id = questionId(place, name as string, [...at, field])
      return id === null ? [] : [[field, id]]
    }),
  ) as Partial<Record<K, string>>

const webhookFromFile = (
  place: Place,
  { host, fields }: NonNullable<SettingsFile['webhook']>,
  current: RuleSettings['webhook'],
): NonNullable<RuleSettings['webhook']> => {
  const { writing, path } = place
  const isSame = current !== undefined && hostOf(current.url) === host
  if (!isSame)
    writing.warn(
      [...path, 'webhook', 'host'],
      `The file has only the host of this webhook: enter the whole address afterwards (${host})`,
    )
  return {
    url: isSame ? current.url : `https://${host}/`,
    fields: fields.map(({ key: name, question }, i) => {
      const was = current?.fields.find((field) => field.key === name && field.questionId === null)
      const id = questionId(place, question, ['webhook', 'fields', i, 'question'])
      if (question === undefined && !was)
        writing.warn(
          [...path, 'webhook', 'fields', i],
          `The file doesn’t have the text that is sent as “${name}”: enter it afterwards`,
        )
      return { key: name, value: question === undefined ? (was?.value ?? '') : '', questionId: id }
    }),
  }
}

const vendorFormFromFile = (
  place: Place,
  { forms, vendor, to, message }: NonNullable<SettingsFile['vendorForm']>,
): NonNullable<RuleSettings['sendVendorForm']> => {
  const { writing, path } = place
  const at = [...path, 'vendorForm']
  const vendorId =
    vendor.from === 'vendor' ? writing.idOf('vendor', vendor.vendor ?? '', [...at, 'vendor', 'vendor']) : null
  return {
    intakeCategoryIds: writing.idsOf('category', forms, [...at, 'forms']),
    vendor:
      vendorId !== null
        ? { source: 'VENDOR', vendorId }
        : vendor.from === 'question'
          ? { source: 'QUESTION', questionId: questionId(place, vendor.question, ['vendorForm', 'vendor', 'question']) }
          : { source: 'REQUEST' },
    recipient:
      to.who === 'question'
        ? { source: 'QUESTION', questionId: questionId(place, to.question, ['vendorForm', 'to', 'question']) }
        : to.who === 'email'
          ? { source: 'EMAIL', email: to.email ?? '' }
          : { source: to.who === 'contact' ? 'CONTACT' : 'VENDOR' },
    emailCopy: message ?? '',
  }
}

/** @param current the rule's settings as they are, whose secrets stay */
export const settingsFromFile = (
  file: SettingsFile,
  place: Place,
  current: WorkflowRule['settings'] | undefined,
): RuleSettings => {
  const { form, writing, path } = place
  const step = finder(form.form.steps.map(({ label, id }) => [label, id] as const))
  const { document, service, purchaseOrder } = file
  return {
    ...(file.instructions !== undefined && { description: file.instructions }),
    ...(file.fills && {
      stepIds: file.fills.flatMap((name, i) => {
        const id = step(name)
        if (!id) writing.problem([...path, 'fills', i], `The form has no such step: ${name}`)
        return id ?? []
      }),
    }),
    ...(file.addedLevels && {
      workflowType: file.addedLevels === 'within' ? ('SUB_LEVELS' as const) : ('APPEND_LEVELS_TO_END' as const),
    }),
    ...(file.webhook && { webhook: webhookFromFile(place, file.webhook, current?.webhook) }),
    ...(document && {
      sendDocument: {
        recipient:
          document.to === 'requester'
            ? { source: 'REQUESTER' as const }
            : {
                source: 'QUESTION' as const,
                questionId: questionId(place, document.question, ['document', 'question']),
              },
        emailCopy: document.message ?? '',
        documentIds: writing.idsOf('document', document.documents, [...path, 'document', 'documents']),
      },
    }),
    ...(service && {
      createService: {
        mappings: mappingFromFile(place, service.from, ['service', 'from']),
        ...(service.customFields && {
          customMappings: Object.fromEntries(
            Object.entries(service.customFields).flatMap(([name, question]) => {
              const field = writing.idOf('serviceField', name, [...path, 'service', 'customFields', name])
              const id = questionId(place, question, ['service', 'customFields', name])
              return field === null || id === null ? [] : [[field, id]]
            }),
          ),
        }),
      },
    }),
    ...(file.vendorForm && { sendVendorForm: vendorFormFromFile(place, file.vendorForm) }),
    ...(purchaseOrder && {
      purchaseOrder: { mappings: mappingFromFile(place, purchaseOrder.from, ['purchaseOrder', 'from']) },
    }),
  }
}

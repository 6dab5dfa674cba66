import { useState } from 'react'
import type { OptionKind } from '../../../../../schema/platform/lookups/endpoints.ts'
import type { Question } from '../../../../../schema/requests/forms/form.ts'
import { partElementId } from '../../../../ui/builder/focus.ts'
import { AsyncOptionSelect, optionSource } from '../../../platform/lookups/index.ts'

interface LookupOptionsProps {
  kind: OptionKind
  question: Question
  error?: string | undefined
  onChange: (options: Question['options']) => void
}

const PLURAL: Record<OptionKind, string> = {
  vendor: 'vendors',
  member: 'members',
  group: 'groups',
  department: 'departments',
  location: 'locations',
  'spend-category': 'spend categories',
  'business-unit': 'business units',
  entity: 'entities',
  service: 'services',
  'request-category': 'request categories',
}

/** Which of the company's departments, vendors, etc. a question offers. All of them if none is chosen. */
export const LookupOptions = ({ kind, question, error, onChange }: LookupOptionsProps) => {
  // The names of new choices arrive a moment later.
  const [pending, setPending] = useState<string[] | null>(null)
  const { options } = question
  const choose = async (ids: string[]): Promise<void> => {
    const known = new Map(options.map((option) => [option.id, option]))
    const added = ids.filter((id) => !known.has(id))
    setPending(ids)
    try {
      const page = added.length
        ? await optionSource(kind)({ ids: added, first: 100 }, new AbortController().signal)
        : { edges: [] }
      for (const { node } of page.edges) {
        known.set(node.value, { id: node.value, label: node.label, parentId: null, ordinal: 0 })
      }
      onChange(ids.flatMap((id) => known.get(id) ?? []))
    } finally {
      setPending(null)
    }
  }
  return (
    <AsyncOptionSelect
      id={partElementId(question.id, 'options')}
      kind={kind}
      multiple
      label={`Offered ${PLURAL[kind]}`}
      description={`Limits the choices. Blank means all ${PLURAL[kind]}, including new ones.`}
      placeholder={options.length ? '' : `All ${PLURAL[kind]}`}
      known={options.map((option) => ({ value: option.id, label: option.label }))}
      value={pending ?? options.map((option) => option.id)}
      onChange={(ids) => void choose(ids)}
      error={error}
    />
  )
}
